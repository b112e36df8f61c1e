// Part of the loops: included once for each set of instructions, within a namespace of its own.

typedef float f2 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
typedef float f16 __attribute__((vector_size(64)));
typedef int32_t i4 __attribute__((vector_size(16)));
typedef int32_t i8 __attribute__((vector_size(32)));
typedef int32_t i16 __attribute__((vector_size(64)));
typedef uint32_t u16 __attribute__((vector_size(64)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef int16_t short8 __attribute__((vector_size(16)));
typedef int16_t short16 __attribute__((vector_size(32)));
typedef uint16_t ushort16 __attribute__((vector_size(32)));

/// The sums of four vectors' elements, in one fixed order.
template <typename Four, typename Eight> static inline Four sums(Eight a, Eight b, Eight c, Eight d) {
    const Eight ab = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13) +
                     __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
    const Eight cd = __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13) +
                     __builtin_shufflevector(c, d, 2, 3, 10, 11, 6, 7, 14, 15);
    const Eight all = __builtin_shufflevector(ab, cd, 0, 2, 8, 10, 4, 6, 12, 14) +
                      __builtin_shufflevector(ab, cd, 1, 3, 9, 11, 5, 7, 13, 15);
    return __builtin_shufflevector(all, all, 0, 1, 2, 3) + __builtin_shufflevector(all, all, 4, 5, 6, 7);
}

/// Products, each added to its neighbour's.
static inline i8 pairedProducts(short16 a, short16 b) {
#if defined(__x86_64__) && IS_X86_64_V3
    return (i8)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__x86_64__)
    union Halves {
        short16 whole;
        __m128i half[2];
    } x{a}, y{b};
    union {
        __m128i half[2];
        i8 whole;
    } sum;
    sum.half[0] = _mm_madd_epi16(x.half[0], y.half[0]);
    sum.half[1] = _mm_madd_epi16(x.half[1], y.half[1]);
    return sum.whole;
#else
    const i16 products = __builtin_convertvector(a, i16) * __builtin_convertvector(b, i16);
    return __builtin_shufflevector(products, products, 0, 2, 4, 6, 8, 10, 12, 14) +
           __builtin_shufflevector(products, products, 1, 3, 5, 7, 9, 11, 13, 15);
#endif
}
