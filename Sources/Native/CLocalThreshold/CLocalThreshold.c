#include "CLocalThreshold.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    Side = 8,
    // Blocks to each side that a threshold is the mean of, and how often its own one counts besides.
    Reach = 2,
    Own = 2,
    // What a block's darkest and lightest pixel must differ by for it to tell dark from light.
    LeastContrast = 24,
};

enum { Lanes = 32 };
typedef uint8_t Pixels __attribute__((vector_size(Lanes)));

typedef struct {
    int width, height;
    // Blocks across and down; the last ones end where the plane does and overlap those before.
    int across, down;
    // The threshold that each block would have alone, 0 for one without contrast, row by row; then the smooth ones.
    uint8_t *own, *smooth;
    // Of the columns of one row of blocks: the darkest and the lightest pixel. Then the thresholds of its pixels.
    uint8_t *darkest, *lightest, *limits;
    // Of the columns of blocks around one row of them: sums of thresholds, and how many are not 0.
    uint16_t *sums, *counts;
} Work;

static inline int clamped(int value, int least, int most) { return value < least ? least : value > most ? most : value; }

static inline int start(int block, int length) { return block * Side < length - Side ? block * Side : length - Side; }

static inline __attribute__((always_inline)) void findExtremes(const Work *work, const uint8_t *rows, int bytes_per_row) {
    // The last vector ends where the row does, and sees some columns again.
    for (int x = 0;; x = x + 2 * Lanes <= work->width ? x + Lanes : work->width - Lanes) {
        Pixels least, most;
        memcpy(&least, rows + x, sizeof least);
        most = least;
        for (int y = 1; y < Side; y++) {
            Pixels pixels;
            memcpy(&pixels, rows + (ptrdiff_t)y * bytes_per_row + x, sizeof pixels);
            least = __builtin_elementwise_min(least, pixels);
            most = __builtin_elementwise_max(most, pixels);
        }
        memcpy(work->darkest + x, &least, sizeof least);
        memcpy(work->lightest + x, &most, sizeof most);
        if (x == work->width - Lanes) return;
    }
}

// Half way between the darkest and the lightest pixel of a block.
static uint8_t ownThreshold(const Work *work, int column) {
    const int left = start(column, work->width);
    int least = 255, most = 0;
    for (int x = left; x < left + Side; x++) {
        least = work->darkest[x] < least ? work->darkest[x] : least;
        most = work->lightest[x] > most ? work->lightest[x] : most;
    }
    return (uint8_t)(most - least > LeastContrast ? (most + least) / 2 : 0);
}

// Means over 5 × 5 blocks, at the rim over those nearest to it, of those that have a threshold.
static void smoothRow(const Work *work, int row) {
    const int top = clamped(row, Reach, work->down - 1 - Reach) - Reach;
    memset(work->sums, 0, sizeof *work->sums * (size_t)work->across);
    memset(work->counts, 0, sizeof *work->counts * (size_t)work->across);
    for (int y = top; y <= top + 2 * Reach; y++) {
        const uint8_t *const line = work->own + (ptrdiff_t)y * work->across;
        for (int x = 0; x < work->across; x++) {
            work->sums[x] += line[x];
            work->counts[x] += line[x] > 0;
        }
    }
    for (int column = 0; column < work->across; column++) {
        const int left = clamped(column, Reach, work->across - 1 - Reach) - Reach;
        const int own = work->own[(ptrdiff_t)row * work->across + column];
        int sum = Own * own, count = own > 0 ? Own : 0;
        for (int x = left; x <= left + 2 * Reach; x++) {
            sum += work->sums[x];
            count += work->counts[x];
        }
        work->smooth[(ptrdiff_t)row * work->across + column] = (uint8_t)(count > 0 ? sum / count : 0);
    }
}

// Where nothing around has contrast: the next threshold that there is in reading order, after the last one that one.
static int fillGaps(const Work *work) {
    const size_t count = (size_t)work->across * (size_t)work->down;
    size_t known = 0;
    for (size_t index = 0; index < count; index++) {
        if (work->smooth[index] == 0) continue;
        memset(work->smooth + known, work->smooth[index], index - known);
        known = index + 1;
    }
    if (known == 0) return 0;
    memset(work->smooth + known, work->smooth[known - 1], count - known);
    return 1;
}

static inline __attribute__((always_inline)) void compare(
    int width, const uint8_t *restrict row, const uint8_t *restrict limits, uint8_t *restrict light) {
    for (int x = 0; x < width; x++) light[x] = row[x] > limits[x];
}

static inline __attribute__((always_inline)) int threshold(
    const Work *work, const uint8_t *samples, int bytes_per_row, uint8_t *light) {
    for (int row = 0; row < work->down; row++) {
        findExtremes(work, samples + (ptrdiff_t)start(row, work->height) * bytes_per_row, bytes_per_row);
        for (int column = 0; column < work->across; column++)
            work->own[(ptrdiff_t)row * work->across + column] = ownThreshold(work, column);
    }
    for (int row = 0; row < work->down; row++) smoothRow(work, row);
    if (!fillGaps(work)) return 1;
    for (int row = 0; row < work->down; row++) {
        for (int column = 0; column < work->across; column++)
            memset(
                work->limits + start(column, work->width), work->smooth[(ptrdiff_t)row * work->across + column], Side);
        // What the last row of blocks covers is its own.
        const int end = row + 1 == work->down ? work->height : start(row + 1, work->height);
        for (int y = start(row, work->height); y < end; y++)
            compare(
                work->width, samples + (ptrdiff_t)y * bytes_per_row, work->limits, light + (ptrdiff_t)y * work->width);
    }
    return 0;
}

static int thresholdPortably(const Work *work, const uint8_t *samples, int bytes_per_row, uint8_t *light) {
    return threshold(work, samples, bytes_per_row, light);
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static int thresholdQuickly(
    const Work *work, const uint8_t *samples, int bytes_per_row, uint8_t *light) {
    return threshold(work, samples, bytes_per_row, light);
}

static int isQuick(void) { return __builtin_cpu_supports("x86-64-v3"); }
#else
#define thresholdQuickly thresholdPortably
static int isQuick(void) { return 0; }
#endif

int CLocalThreshold(
    const uint8_t *samples, int width, int height, int bytes_per_row, uint8_t *light, int is_portable) {
    Work work = {
        .width = width, .height = height, .across = (width + Side - 1) / Side, .down = (height + Side - 1) / Side};
    const size_t columns = (size_t)width, across = (size_t)work.across, blocks = across * (size_t)work.down;
    uint16_t *const memory = malloc(sizeof *memory * 2 * across + 3 * columns + 2 * blocks);
    if (!memory) return -1;
    work.sums = memory;
    work.counts = memory + across;
    work.darkest = (uint8_t *)(memory + 2 * across);
    work.lightest = work.darkest + columns;
    work.limits = work.lightest + columns;
    work.own = work.limits + columns;
    work.smooth = work.own + blocks;
    const int status =
        (isQuick() && !is_portable ? thresholdQuickly : thresholdPortably)(&work, samples, bytes_per_row, light);
    free(memory);
    return status;
}
