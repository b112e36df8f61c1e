#include "CBlockTensor.h"

enum { Side = CBlockTensorSide, StripBlocks = 8, Strip = StripBlocks * Side };

static int mirrored(int place, int count) {
    const int inside = place < 0 ? -place : place;
    return inside < count ? inside : 2 * (count - 1) - inside;
}

/// The sums of some blocks beside each other, at most a strip.
static inline __attribute__((always_inline)) void sumStrip(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, int left, int top, int blocks,
    CBlockTensorSums *sums) {
    // With a pixel more all around, so that no loop below asks for edges.
    int16_t pixels[Side + 2][Strip + 2];
    const int count = blocks * Side;
    for (int row = 0; row < Side + 2; row++) {
        const uint8_t *const line = samples + mirrored(top + row - 1, height) * bytes_per_row;
        pixels[row][0] = line[mirrored(left - 1, width)];
        for (int x = 0; x < count; x++) pixels[row][x + 1] = line[left + x];
        pixels[row][count + 1] = line[mirrored(left + count, width)];
    }

    int16_t x_sums[Strip] = {0}, y_sums[Strip] = {0};
    int32_t xx[Strip] = {0}, yy[Strip] = {0}, xy[Strip] = {0};
    for (int row = 0; row < Side; row++) {
        const int16_t *const above = pixels[row], *const here = pixels[row + 1], *const below = pixels[row + 2];
        int16_t smooth[Strip + 2], step[Strip + 2];
        for (int x = 0; x < count + 2; x++) {
            smooth[x] = (int16_t)(above[x] + 2 * here[x] + below[x]);
            step[x] = (int16_t)(below[x] - above[x]);
        }
        for (int x = 0; x < count; x++) {
            const int16_t gx = (int16_t)(smooth[x + 2] - smooth[x]);
            const int16_t gy = (int16_t)(step[x] + 2 * step[x + 1] + step[x + 2]);
            x_sums[x] = (int16_t)(x_sums[x] + gx);
            y_sums[x] = (int16_t)(y_sums[x] + gy);
            xx[x] += gx * gx;
            yy[x] += gy * gy;
            xy[x] += gx * gy;
        }
    }
    for (int block = 0; block < blocks; block++) {
        CBlockTensorSums sum = {0, 0, 0, 0, 0};
        for (int x = block * Side; x < (block + 1) * Side; x++) {
            sum.x += x_sums[x];
            sum.y += y_sums[x];
            sum.xx += xx[x];
            sum.yy += yy[x];
            sum.xy += xy[x];
        }
        sums[block] = sum;
    }
}

static inline __attribute__((always_inline)) void sumAll(
    const uint8_t *samples, ptrdiff_t bytes_per_row, int width, int height, CBlockTensorSums *sums) {
    const int columns = width / Side, rows = height / Side;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column += StripBlocks) {
            const int left = columns - column;
            sumStrip(
                samples, bytes_per_row, width, height, column * Side, row * Side, left < StripBlocks ? left : StripBlocks,
                sums + row * columns + column);
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
