#include "CLocalContrast.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Grey values; into how many parts the way from one tile's middle to the next is divided; histograms that are filled in turn,
// because what was just written cannot be counted up at once.
enum { Levels = 256, Shares = 256, Histograms = 4 };

typedef struct {
    const uint8_t *samples;
    int width, height, bytes_per_row;
    int across, down;
    // The last tiles may reach over the plane's edge, where it is mirrored.
    int tile_width, tile_height;
} Work;

static inline int mirrored(int place, int length) {
    if (place < length) return place;
    return 2 * (length - 1) - place > 0 ? 2 * (length - 1) - place : 0;
}

static inline const uint8_t *line(const Work *work, int y) {
    return work->samples + (ptrdiff_t)y * work->bytes_per_row;
}

// How often each grey value is in a tile, in the first of the histograms.
static void count(const Work *work, int column, int row, uint32_t counts[Histograms][Levels]) {
    memset(counts, 0, sizeof(uint32_t) * Histograms * Levels);
    const int left = column * work->tile_width, right = left + work->tile_width;
    const int end = right < work->width ? right : work->width;
    for (int y = row * work->tile_height; y < (row + 1) * work->tile_height; y++) {
        const uint8_t *const pixels = line(work, mirrored(y, work->height));
        int x = left;
        for (; x + Histograms <= end; x += Histograms)
            for (int histogram = 0; histogram < Histograms; histogram++) counts[histogram][pixels[x + histogram]]++;
        for (; x < right; x++) counts[0][pixels[mirrored(x, work->width)]]++;
    }
    for (int histogram = 1; histogram < Histograms; histogram++)
        for (int level = 0; level < Levels; level++) counts[0][level] += counts[histogram][level];
}

// What a tile makes of each grey value.
static void equalize(const Work *work, double limit, uint32_t *counts, uint8_t *levels) {
    const double area = (double)work->tile_width * work->tile_height;
    const uint32_t most = (uint32_t)fmax(limit * area / Levels, 1);
    uint32_t excess = 0;
    for (int level = 0; level < Levels; level++) {
        if (counts[level] <= most) continue;
        excess += counts[level] - most;
        counts[level] = most;
    }
    for (int level = 0; level < Levels; level++) counts[level] += excess / Levels;
    // What is left is spread evenly.
    int left = (int)(excess % Levels);
    const int step = left > 0 ? Levels / left : 1;
    for (int level = 0; level < Levels && left > 0; level += step, left--) counts[level]++;
    const float scale = (float)((Levels - 1) / area);
    uint32_t sum = 0;
    for (int level = 0; level < Levels; level++) {
        sum += counts[level];
        levels[level] = (uint8_t)lrintf((float)sum * scale);
    }
}

// Between two tiles, one above the other.
static inline __attribute__((always_inline)) void mix(
    const uint8_t *restrict upper, const uint8_t *restrict lower, int share, uint16_t *restrict mixed) {
    for (int level = 0; level < Levels; level++)
        mixed[level] = (uint16_t)(upper[level] * (Shares - share) + lower[level] * share);
}

// Pixels between the middles of two columns of tiles; both are looked up at once.
static inline __attribute__((always_inline)) void raise(
    const uint8_t *restrict pixels, int from, int to, const uint16_t *restrict left, const uint16_t *restrict right,
    const uint16_t *restrict shares, uint8_t *restrict raised) {
    uint32_t both[Levels];
    for (int level = 0; level < Levels; level++) both[level] = left[level] | (uint32_t)right[level] << 16;
    for (int x = from; x < to; x++) {
        const uint32_t levels = both[pixels[x]], share = shares[x];
        const uint32_t sum = (levels & UINT16_MAX) * (Shares - share) + (levels >> 16) * share;
        raised[x] = (uint8_t)((sum + Shares * Shares / 2) / (Shares * Shares));
    }
}

// `mixed` has room for what each column of tiles makes of a row, `shares` tells how far a pixel is on its way from one middle
// to the next.
static inline __attribute__((always_inline)) void raiseRows(
    const Work *work, const uint8_t *levels, const uint16_t *shares, uint16_t *mixed, uint8_t *raised) {
    for (int y = 0; y < work->height; y++) {
        const double place = (double)y / work->tile_height - 0.5;
        const int above = (int)floor(place), share = (int)lrint((place - above) * Shares);
        const int upper = above < 0 ? 0 : above, lower = above + 1 < work->down ? above + 1 : work->down - 1;
        for (int column = 0; column < work->across; column++)
            mix(levels + ((ptrdiff_t)upper * work->across + column) * Levels,
                levels + ((ptrdiff_t)lower * work->across + column) * Levels, share, mixed + (ptrdiff_t)column * Levels);
        int x = 0;
        for (int column = 0; column <= work->across; column++) {
            const int middle = (int)ceil((column + 0.5) * work->tile_width);
            const int end = column < work->across && middle < work->width ? middle : work->width;
            const int left = column > 0 ? column - 1 : 0, right = column < work->across ? column : column - 1;
            if (x < end)
                raise(
                    line(work, y), x, end, mixed + (ptrdiff_t)left * Levels, mixed + (ptrdiff_t)right * Levels, shares,
                    raised + (ptrdiff_t)y * work->width);
            x = end;
        }
    }
}

static void raiseRowsPortably(
    const Work *work, const uint8_t *levels, const uint16_t *shares, uint16_t *mixed, uint8_t *raised) {
    raiseRows(work, levels, shares, mixed, raised);
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static void raiseRowsQuickly(
    const Work *work, const uint8_t *levels, const uint16_t *shares, uint16_t *mixed, uint8_t *raised) {
    raiseRows(work, levels, shares, mixed, raised);
}

static int isQuick(void) { return __builtin_cpu_supports("x86-64-v3"); }
#else
#define raiseRowsQuickly raiseRowsPortably
static int isQuick(void) { return 0; }
#endif

int CLocalContrast(
    const uint8_t *samples, int width, int height, int bytes_per_row, double limit, int across, int down, uint8_t *raised,
    int is_portable) {
    const Work work = {
        .samples = samples, .width = width, .height = height, .bytes_per_row = bytes_per_row, .across = across,
        .down = down, .tile_width = (width + across - 1) / across, .tile_height = (height + down - 1) / down};
    const size_t tiles = (size_t)across * (size_t)down;
    uint16_t *const memory = malloc(
        sizeof *memory * ((size_t)width + (size_t)across * Levels) + tiles * Levels);
    if (!memory) return -1;
    uint16_t *const shares = memory, *const mixed = memory + width;
    uint8_t *const levels = (uint8_t *)(mixed + (size_t)across * Levels);
    uint32_t counts[Histograms][Levels];
    for (int row = 0; row < down; row++) {
        for (int column = 0; column < across; column++) {
            count(&work, column, row, counts);
            equalize(&work, limit, counts[0], levels + ((size_t)row * (size_t)across + (size_t)column) * Levels);
        }
    }
    for (int x = 0; x < width; x++) {
        const double place = (double)x / work.tile_width - 0.5;
        shares[x] = (uint16_t)lrint((place - floor(place)) * Shares);
    }
    (isQuick() && !is_portable ? raiseRowsQuickly : raiseRowsPortably)(&work, levels, shares, mixed, raised);
    free(memory);
    return 0;
}
