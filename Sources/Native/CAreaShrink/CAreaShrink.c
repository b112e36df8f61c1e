#include "CAreaShrink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Rows of the target that are made at once, a lane each; columns of the source that are read at once, and those of which
// the rows are made before they become columns, so that they are still near.
enum { Lanes = 16, Part = 128 };
typedef uint16_t Words __attribute__((vector_size(2 * Lanes)));
typedef uint32_t Products __attribute__((vector_size(4 * Lanes)));
typedef uint8_t Bytes __attribute__((vector_size(Lanes)));
// Two neighbours a lane, and the means of as many.
enum { PairLanes = 16 };
typedef uint16_t Pairs __attribute__((vector_size(2 * PairLanes)));
typedef uint8_t PairMeans __attribute__((vector_size(PairLanes)));

// Weights are parts of 2^16, samples between the two passes of 2^8. Products are rounded, which each pixel that is covered in a
// direction may change by a 500th of a grey level: who covers more than 127 in each lets white overflow.
enum { WeightBits = 16, SampleBits = 8 };

// What of the source a column or row of the target covers: `count` pixels from `first` on, each by its weight.
typedef struct {
    int first;
    int count;
    const uint16_t *weights;
} Span;

// The most pixels that one covers, two of them in part.
static int most(int from, int to) { return from / to + 2 < from ? from / to + 2 : from; }

// The spans of all `to` columns or rows, whose weights are written to `weights`, most(from, to) each. Where all are to be of
// that count, what is not covered weighs nothing.
static void divide(int from, int to, int is_uniform, Span *spans, uint16_t *weights) {
    const double size = (double)from / to;
    const int length = most(from, to);
    memset(weights, 0, sizeof *weights * (size_t)to * (size_t)length);
    for (int index = 0; index < to; index++) {
        const double start = index * size, end = index + 1 == to ? from : start + size;
        // What rounding errors alone would add counts for nothing.
        const int first = (int)floor(start + 1e-6), last = (int)ceil(end - 1e-6);
        const int base = is_uniform && first + length > from ? from - length : first;
        uint16_t *const own = weights + (size_t)index * length;
        // Of sums, not each by itself: together they are 1.
        int given = 0;
        for (int pixel = first; pixel < last; pixel++) {
            const int sum = (int)lrint((fmin(end, pixel + 1) - start) / size * (1 << WeightBits));
            own[pixel - base] = (uint16_t)(sum - given < UINT16_MAX ? sum - given : UINT16_MAX);
            given = sum;
        }
        spans[index] = (Span){base, is_uniform ? length : last - first, own};
    }
}

// `sums` and the products of samples and a weight: their upper halves, rounded by the first bit of the lower ones. In this form
// compilers find the instructions.
#define ADD_WEIGHTED(sums, samples, weight)                                                                            \
    do {                                                                                                               \
        const Words values_ = (samples), weights_ = (Words){0} + (weight);                                            \
        const Products products =                                                                                      \
            __builtin_convertvector(values_, Products) * __builtin_convertvector(weights_, Products);                  \
        (sums) += __builtin_convertvector(products >> WeightBits, Words) + ((values_ * weights_) >> (WeightBits - 1)); \
    } while (0)

#define INTERLEAVED_LOW 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27
#define INTERLEAVED_HIGH 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31

// Of eight rows of eight in each half of the vectors, rows become columns: each round deals every fourth row out between that
// after the next three.
static inline __attribute__((always_inline)) void transpose(Words rows[8]) {
    for (int round = 0; round < 3; round++) {
        Words dealt[8];
        for (int i = 0; i < 4; i++) {
            dealt[2 * i] = __builtin_shufflevector(rows[i], rows[i + 4], INTERLEAVED_LOW);
            dealt[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + 4], INTERLEAVED_HIGH);
        }
        for (int i = 0; i < 8; i++) rows[i] = dealt[i];
    }
}

static inline __attribute__((always_inline)) void transposeBytes(Bytes rows[Lanes]) {
    for (int round = 0; round < 4; round++) {
        Bytes dealt[Lanes];
        for (int i = 0; i < Lanes / 2; i++) {
            dealt[2 * i] = __builtin_shufflevector(
                rows[i], rows[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            dealt[2 * i + 1] = __builtin_shufflevector(
                rows[i], rows[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        for (int i = 0; i < Lanes; i++) rows[i] = dealt[i];
    }
}

// Some columns of the source rows that a span covers, as one row.
static inline __attribute__((always_inline)) void sumRows(
    const uint8_t *at, int bytes_per_row, int count, const uint16_t *weights, int width, Words *sums) {
    for (int x = 0; x < width; x += Lanes, at += Lanes) {
        Words sum = {0};
        for (int pixel = 0; pixel < count; pixel++) {
            const uint8_t *const from = at + (size_t)pixel * bytes_per_row;
            // Of the next part. Of large pictures all samples come from memory, and the processor sees no order in short pieces of
            // many rows.
            __builtin_prefetch(from + Part);
            Bytes read = {0};
            if (width - x >= Lanes) memcpy(&read, from, Lanes);
            else memcpy(&read, from, (size_t)(width - x));
            ADD_WEIGHTED(sum, __builtin_convertvector(read, Words) << SampleBits, weights[pixel]);
        }
        sums[x / Lanes] = sum;
    }
}

static inline __attribute__((always_inline)) void sumColumns(
    const Words *shrunk, const Span *across, int count, int width, Bytes *columns) {
    for (int x = 0; x < width; x++) {
        Words sum = {0};
        for (int pixel = 0; pixel < count; pixel++)
            ADD_WEIGHTED(sum, shrunk[across[x].first + pixel], across[x].weights[pixel]);
        columns[x] = __builtin_convertvector((sum + (1 << (SampleBits - 1))) >> SampleBits, Bytes);
    }
}

// `shrunk` holds a vector for each column of the source, `columns` for each of the target, both rounded up to whole Lanes.
static inline __attribute__((always_inline)) void shrink(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target, const Span *across, const Span *down,
    Words *shrunk, Bytes *columns) {
    for (int top = 0; top < target->height; top += Lanes) {
        const int rows = target->height - top < Lanes ? target->height - top : Lanes;
        for (int left = 0; left < source->width; left += Part) {
            const int width = source->width - left < Part ? source->width - left : Part;
            Words sums[Lanes][Part / Lanes];
            if (rows < Lanes) memset(sums, 0, sizeof sums);
            for (int row = 0; row < rows; row++) {
                const Span span = down[top + row];
                const uint8_t *const at = source->samples + (size_t)span.first * source->bytes_per_row + left;
                // The usual counts by loops without an end to look for.
                switch (span.count) {
                case 2: sumRows(at, source->bytes_per_row, 2, span.weights, width, sums[row]); break;
                case 3: sumRows(at, source->bytes_per_row, 3, span.weights, width, sums[row]); break;
                default: sumRows(at, source->bytes_per_row, span.count, span.weights, width, sums[row]);
                }
            }
            for (int x = 0; x < width; x += 8) {
                Words eight[8];
                for (int row = 0; row < 8; row++) {
                    memcpy(&eight[row], (uint16_t *)sums[row] + x, sizeof eight[row] / 2);
                    memcpy((char *)&eight[row] + sizeof eight[row] / 2, (uint16_t *)sums[row + 8] + x, sizeof eight[row] / 2);
                }
                transpose(eight);
                memcpy(shrunk + left + x, eight, sizeof eight);
            }
        }
        switch (across[0].count) {
        case 2: sumColumns(shrunk, across, 2, target->width, columns); break;
        case 3: sumColumns(shrunk, across, 3, target->width, columns); break;
        case 4: sumColumns(shrunk, across, 4, target->width, columns); break;
        default: sumColumns(shrunk, across, across[0].count, target->width, columns);
        }
        for (int x = 0; x < target->width; x += Lanes) {
            const size_t width = target->width - x < Lanes ? (size_t)(target->width - x) : Lanes;
            Bytes lines[Lanes];
            memcpy(lines, columns + x, sizeof lines);
            transposeBytes(lines);
            for (int row = 0; row < rows; row++)
                memcpy(target->samples + (size_t)(top + row) * target->bytes_per_row + x, &lines[row], width);
        }
    }
}

// Two to one both ways, which is asked for most, in whole numbers.
static inline __attribute__((always_inline)) void halve(const CAreaShrinkPlane *source, const CAreaShrinkPlane *target) {
    for (int y = 0; y < target->height; y++) {
        const uint8_t *const upper = source->samples + (size_t)(2 * y) * source->bytes_per_row;
        const uint8_t *const lower = upper + source->bytes_per_row;
        uint8_t *const line = target->samples + (size_t)y * target->bytes_per_row;
        int x = 0;
        for (; x + PairLanes <= target->width; x += PairLanes) {
            Pairs above, below;
            memcpy(&above, upper + 2 * x, sizeof above);
            memcpy(&below, lower + 2 * x, sizeof below);
            const Pairs sums = (above & 255) + (above >> 8) + (below & 255) + (below >> 8);
            const PairMeans means = __builtin_convertvector((sums + 2) >> 2, PairMeans);
            memcpy(line + x, &means, sizeof means);
        }
        for (; x < target->width; x++)
            line[x] = (uint8_t)((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) >> 2);
    }
}

static void halvePortably(const CAreaShrinkPlane *source, const CAreaShrinkPlane *target) { halve(source, target); }

static void shrinkPortably(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target, const Span *across, const Span *down,
    Words *shrunk, Bytes *columns) {
    shrink(source, target, across, down, shrunk, columns);
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static void halveQuickly(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target) {
    halve(source, target);
}

__attribute__((target("arch=x86-64-v3"))) static void shrinkQuickly(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target, const Span *across, const Span *down,
    Words *shrunk, Bytes *columns) {
    shrink(source, target, across, down, shrunk, columns);
}

static int isQuick(void) { return __builtin_cpu_supports("x86-64-v3"); }
#else
#define halveQuickly halvePortably
#define shrinkQuickly shrinkPortably
static int isQuick(void) { return 0; }
#endif

static size_t rounded(size_t size) { return (size + 63) / 64 * 64; }

int CAreaShrink(const CAreaShrinkPlane *source, const CAreaShrinkPlane *target, int is_portable) {
    const int is_quick = !is_portable && isQuick();
    if (source->width == 2 * target->width && source->height == 2 * target->height) {
        (is_quick ? halveQuickly : halvePortably)(source, target);
        return 0;
    }
    const size_t width = (size_t)target->width, height = (size_t)target->height;
    const size_t shrunk = rounded(sizeof(Words) * ((size_t)source->width + Lanes)),
                 columns = rounded(sizeof(Bytes) * (width + Lanes)),
                 spans = rounded(sizeof(Span) * (width + height));
    const size_t weights =
        width * (size_t)most(source->width, target->width) + height * (size_t)most(source->height, target->height);
    char *const memory = aligned_alloc(64, rounded(shrunk + columns + spans + sizeof(uint16_t) * weights));
    if (!memory) return -1;
    Span *const across = (Span *)(memory + shrunk + columns), *const down = across + width;
    uint16_t *const own = (uint16_t *)(memory + shrunk + columns + spans);
    divide(source->width, target->width, 1, across, own);
    divide(source->height, target->height, 0, down, own + width * (size_t)most(source->width, target->width));
    (is_quick ? shrinkQuickly : shrinkPortably)(
        source, target, across, down, (Words *)memory, (Bytes *)(memory + shrunk));
    free(memory);
    return 0;
}
