#include "CAreaShrink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Rows of the target that are made at once, a lane each, and columns of the source that are read at once.
enum { Lanes = 8 };
typedef float Floats __attribute__((vector_size(4 * Lanes)));
typedef int32_t Integers __attribute__((vector_size(4 * Lanes)));
typedef uint8_t Bytes __attribute__((vector_size(Lanes)));
// Two neighbours a lane, and the means of as many.
enum { PairLanes = 16 };
typedef uint16_t Pairs __attribute__((vector_size(2 * PairLanes)));
typedef uint8_t PairMeans __attribute__((vector_size(PairLanes)));

// What of the source a column or row of the target covers: `count` pixels from `first` on, each by its weight.
typedef struct {
    int first;
    int count;
    const float *weights;
} Span;

// The most pixels that one covers, two of them in part.
static int most(int from, int to) { return from / to + 2; }

// The spans of all `to` columns or rows, whose weights are written to `weights`, most(from, to) each.
static void divide(int from, int to, Span *spans, float *weights) {
    const double size = (double)from / to;
    for (int index = 0; index < to; index++) {
        const double start = index * size, end = index + 1 == to ? from : start + size;
        // What rounding errors alone would add counts for nothing.
        const int first = (int)floor(start + 1e-6), last = (int)ceil(end - 1e-6);
        float *const own = weights + (size_t)index * most(from, to);
        for (int pixel = first; pixel < last; pixel++)
            own[pixel - first] = (float)((fmin(end, pixel + 1) - fmax(start, pixel)) / size);
        spans[index] = (Span){first, last - first, own};
    }
}

// Rows become columns.
static inline __attribute__((always_inline)) void transpose(Floats rows[Lanes]) {
    Floats pairs[Lanes], fours[Lanes];
    for (int i = 0; i < Lanes; i += 2) {
        pairs[i] = __builtin_shufflevector(rows[i], rows[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        pairs[i + 1] = __builtin_shufflevector(rows[i], rows[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int i = 0; i < Lanes; i++) {
        const int low = i & ~2;
        fours[i] = i & 2 ? __builtin_shufflevector(pairs[low], pairs[low + 2], 2, 3, 10, 11, 6, 7, 14, 15)
                         : __builtin_shufflevector(pairs[low], pairs[low + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    }
    for (int i = 0; i < Lanes; i++) {
        const int low = i & ~4;
        rows[i] = i & 4 ? __builtin_shufflevector(fours[low], fours[low + 4], 4, 5, 6, 7, 12, 13, 14, 15)
                        : __builtin_shufflevector(fours[low], fours[low + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    }
}

// `shrunk` holds Lanes floats for each column of the source, rounded up to whole Lanes; `columns` Lanes bytes for each
// of the target.
static inline __attribute__((always_inline)) void shrink(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target, const Span *across, const Span *down,
    Floats *shrunk, Bytes *columns) {
    for (int top = 0; top < target->height; top += Lanes) {
        const int rows = target->height - top < Lanes ? target->height - top : Lanes;
        for (int x = 0; x < source->width; x += Lanes) {
            const size_t width = source->width - x < Lanes ? (size_t)(source->width - x) : Lanes;
            Floats sums[Lanes] = {{0}};
            for (int row = 0; row < rows; row++) {
                const Span span = down[top + row];
                const uint8_t *at = source->samples + (size_t)span.first * source->bytes_per_row + x;
                for (int pixel = 0; pixel < span.count; pixel++, at += source->bytes_per_row) {
                    Bytes read = {0};
                    if (width == Lanes) memcpy(&read, at, Lanes);
                    else memcpy(&read, at, width);
                    sums[row] += __builtin_convertvector(read, Floats) * span.weights[pixel];
                }
            }
            transpose(sums);
            memcpy(shrunk + x, sums, sizeof sums);
        }
        for (int x = 0; x < target->width; x++) {
            const Span span = across[x];
            Floats sum = {0};
            for (int pixel = 0; pixel < span.count; pixel++) sum += shrunk[span.first + pixel] * span.weights[pixel];
            // Here floats lie 1 apart, so that the sum rounds (halves to even numbers) and its last bits are the number.
            columns[x] = __builtin_convertvector((Integers)(sum + 0x1p23f), Bytes);
        }
        for (int row = 0; row < rows; row++) {
            uint8_t *const line = target->samples + (size_t)(top + row) * target->bytes_per_row;
            for (int x = 0; x < target->width; x++) line[x] = columns[x][row];
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
    Floats *shrunk, Bytes *columns) {
    shrink(source, target, across, down, shrunk, columns);
}

#if defined(__x86_64__)
__attribute__((target("arch=x86-64-v3"))) static void halveQuickly(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target) {
    halve(source, target);
}

__attribute__((target("arch=x86-64-v3"))) static void shrinkQuickly(
    const CAreaShrinkPlane *source, const CAreaShrinkPlane *target, const Span *across, const Span *down,
    Floats *shrunk, Bytes *columns) {
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
    const size_t shrunk = rounded(sizeof(Floats) * ((size_t)source->width + Lanes)), columns = rounded(sizeof(Bytes) * width),
                 spans = rounded(sizeof(Span) * (width + height));
    const size_t weights =
        width * (size_t)most(source->width, target->width) + height * (size_t)most(source->height, target->height);
    char *const memory = aligned_alloc(64, rounded(shrunk + columns + spans + sizeof(float) * weights));
    if (!memory) return -1;
    Span *const across = (Span *)(memory + shrunk + columns), *const down = across + width;
    float *const own = (float *)(memory + shrunk + columns + spans);
    divide(source->width, target->width, across, own);
    divide(source->height, target->height, down, own + width * (size_t)most(source->width, target->width));
    (is_quick ? shrinkQuickly : shrinkPortably)(
        source, target, across, down, (Floats *)memory, (Bytes *)(memory + shrunk));
    free(memory);
    return 0;
}
