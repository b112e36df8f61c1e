#include "CBlockTensor.h"

#include <string.h>

// Vectors go from function to function only where these are part of one another.
#pragma clang diagnostic ignored "-Wpsabi"

// Pixels that are looked at together, two blocks.
enum { Side = CBlockTensorSide, Lanes = 2 * Side };
typedef uint8_t Bytes __attribute__((ext_vector_type(Lanes)));
typedef int16_t Words __attribute__((ext_vector_type(Lanes)));
typedef int32_t Products __attribute__((ext_vector_type(Lanes)));
typedef int32_t Pairs __attribute__((ext_vector_type(Side)));

static int mirrored(int place, int count) {
    const int inside = place < 0 ? -place : place;
    return inside < count ? inside : 2 * (count - 1) - inside;
}

/// What pixels have to their left and right, of a row: their difference, and their sum with twice the pixel.
typedef struct {
    Words step, smooth;
} Beside;

static inline __attribute__((always_inline)) Words words(const uint8_t *at) {
    Bytes bytes;
    memcpy(&bytes, at, sizeof bytes);
    return __builtin_convertvector(bytes, Words);
}

/// Of the pixels of a row from `left` on, as many as there are lanes; what a row does not have of them counts for nothing.
static inline __attribute__((always_inline)) Beside beside(const uint8_t *line, int left, int width) {
    uint8_t padded[Lanes + 2] = {0};
    const uint8_t *at = line + left;
    // At the picture's edges with a pixel more at either side.
    if (left == 0 || left + Lanes >= width) {
        const int count = width - left < Lanes ? width - left : Lanes;
        memcpy(padded + 1, at, (size_t)count);
        padded[0] = line[mirrored(left - 1, width)];
        padded[count + 1] = line[mirrored(left + count, width)];
        at = padded + 1;
    }
    const Words less = words(at - 1), more = words(at + 1);
    return (Beside){more - less, less + more + (words(at) << 1)};
}

/// Products of lanes, each two neighbours' together: in this form compilers find the instruction.
static inline __attribute__((always_inline)) Pairs products(Words a, Words b) {
    const Products all = __builtin_convertvector(a, Products) * __builtin_convertvector(b, Products);
    return all.even + all.odd;
}

/// The sums of two blocks beside each other.
static inline __attribute__((always_inline)) void sumTwo(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, int left, int top, CBlockTensorSums *sums) {
    Words x = 0, y = 0;
    Pairs xx = 0, yy = 0, xy = 0;
    Beside above = beside(samples + mirrored(top - 1, height) * bytes_per_row, left, width);
    Beside here = beside(samples + top * bytes_per_row, left, width);
    for (int row = top; row < top + Side; row++) {
        const Beside below = beside(samples + mirrored(row + 1, height) * bytes_per_row, left, width);
        const Words gx = above.step + below.step + (here.step << 1), gy = below.smooth - above.smooth;
        x += gx;
        y += gy;
        xx += products(gx, gx);
        yy += products(gy, gy);
        xy += products(gx, gy);
        above = here;
        here = below;
    }
    const Pairs all_x = products(x, 1), all_y = products(y, 1);
    sums[0] = (CBlockTensorSums){
        __builtin_reduce_add(all_x.lo), __builtin_reduce_add(all_y.lo), __builtin_reduce_add(xx.lo),
        __builtin_reduce_add(yy.lo), __builtin_reduce_add(xy.lo)};
    sums[1] = (CBlockTensorSums){
        __builtin_reduce_add(all_x.hi), __builtin_reduce_add(all_y.hi), __builtin_reduce_add(xx.hi),
        __builtin_reduce_add(yy.hi), __builtin_reduce_add(xy.hi)};
}

static inline __attribute__((always_inline)) void sumAll(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, CBlockTensorSums *sums) {
    const int columns = width / Side, rows = height / Side;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column += 2) {
            CBlockTensorSums both[2];
            sumTwo(samples, bytes_per_row, width, height, column * Side, row * Side, both);
            memcpy(sums + row * columns + column, both, (columns - column < 2 ? 1 : 2) * sizeof *both);
        }
    }
}

static void sumPortably(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, CBlockTensorSums *sums) {
    sumAll(samples, bytes_per_row, width, height, sums);
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static void sumQuickly(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, CBlockTensorSums *sums) {
    sumAll(samples, bytes_per_row, width, height, sums);
}

static int isQuick(void) { return __builtin_cpu_supports("x86-64-v3"); }
#else
#define sumQuickly sumPortably
static int isQuick(void) { return 0; }
#endif

void CBlockTensor(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, CBlockTensorSums *sums, int is_portable) {
    (isQuick() && !is_portable ? sumQuickly : sumPortably)(samples, bytes_per_row, width, height, sums);
}
