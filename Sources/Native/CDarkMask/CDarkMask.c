#include "CDarkMask.h"

#include <string.h>

enum { Lanes = 32 };
typedef uint8_t Pixels __attribute__((ext_vector_type(Lanes)));
typedef _Bool Bits __attribute__((ext_vector_type(Lanes)));

static inline __attribute__((always_inline)) void compare(
    const uint8_t *restrict row, const uint8_t *restrict limits, int width, uint8_t *restrict dark) {
    for (int x = 0; x < width; x++) dark[x] = row[x] < limits[x];
}

static inline __attribute__((always_inline)) void limits(
    const uint8_t *restrict means, const int32_t *restrict starts, int count, int contrast, uint8_t *restrict limits) {
    if (starts[count] == count) {
        for (int x = 0; x < count; x++) limits[x] = (uint8_t)(means[x] < contrast ? 0 : means[x] - contrast);
        return;
    }
    for (int k = 0; k < count; k++) {
        // All lanes at once; what is too much is overwritten by the next ones, or lies behind the row.
        const Pixels limit = (uint8_t)(means[k] < contrast ? 0 : means[k] - contrast);
        for (int x = starts[k]; x < starts[k + 1]; x += Lanes) memcpy(limits + x, &limit, sizeof limit);
    }
}

static inline __attribute__((always_inline)) int runStarts(const uint8_t *row, int width, int32_t *starts) {
    starts[0] = 0;
    int count = 1, x = 1;
    for (; x + Lanes <= width; x += Lanes) {
        Pixels here, before;
        memcpy(&here, row + x, sizeof here);
        memcpy(&before, row + x - 1, sizeof before);
        const Bits changes = __builtin_convertvector(here ^ before, Bits);
        uint32_t bits;
        memcpy(&bits, &changes, sizeof bits);
        for (; bits != 0; bits &= bits - 1) starts[count++] = x + __builtin_ctz(bits);
    }
    for (; x < width; x++)
        if (row[x] != row[x - 1]) starts[count++] = x;
    starts[count] = width;
    return count + 1;
}

static inline __attribute__((always_inline)) void finderRuns(
    const int32_t *restrict starts, int count, uint8_t *restrict is_finder) {
    for (int run = 0; run < count - 5; run++) {
        const int32_t *const at = starts + run;
        const int32_t first = at[1] - at[0], second = at[2] - at[1], middle = at[3] - at[2], fourth = at[4] - at[3],
                      fifth = at[5] - at[4], sum = at[5] - at[0];
        // |length − m| < 0.55 m + 0.5 with m = sum / 7, times 140.
        const int32_t limit = 11 * sum + 70, module = 20 * sum;
#define IS_NEAR(length) ((140 * (length) - module < limit) & (module - 140 * (length) < limit))
        is_finder[run] = (uint8_t)((middle >= second) & (middle >= fourth) & IS_NEAR(first) & IS_NEAR(second) & IS_NEAR(fourth)
                                   & IS_NEAR(fifth) & (140 * middle - 3 * module < 3 * limit)
                                   & (3 * module - 140 * middle < 3 * limit));
#undef IS_NEAR
    }
}

static void comparePortably(const uint8_t *row, const uint8_t *limits, int width, uint8_t *dark) {
    compare(row, limits, width, dark);
}

static void limitsPortably(const uint8_t *means, const int32_t *starts, int count, int contrast, uint8_t *target) {
    limits(means, starts, count, contrast, target);
}

static int runStartsPortably(const uint8_t *row, int width, int32_t *starts) { return runStarts(row, width, starts); }

static void finderRunsPortably(const int32_t *starts, int count, uint8_t *is_finder) {
    finderRuns(starts, count, is_finder);
}

#if defined(__x86_64__)
#define QUICK __attribute__((target("arch=x86-64-v3"))) static

QUICK void compareQuickly(const uint8_t *row, const uint8_t *limits, int width, uint8_t *dark) {
    compare(row, limits, width, dark);
}

QUICK void limitsQuickly(const uint8_t *means, const int32_t *starts, int count, int contrast, uint8_t *target) {
    limits(means, starts, count, contrast, target);
}

QUICK int runStartsQuickly(const uint8_t *row, int width, int32_t *starts) { return runStarts(row, width, starts); }

QUICK void finderRunsQuickly(const int32_t *starts, int count, uint8_t *is_finder) { finderRuns(starts, count, is_finder); }

static int isQuick(void) { return __builtin_cpu_supports("x86-64-v3"); }
#else
#define compareQuickly comparePortably
#define limitsQuickly limitsPortably
#define runStartsQuickly runStartsPortably
#define finderRunsQuickly finderRunsPortably
static int isQuick(void) { return 0; }
#endif

void CDarkMaskCompare(const uint8_t *row, const uint8_t *limits, int width, uint8_t *dark, int is_portable) {
    (isQuick() && !is_portable ? compareQuickly : comparePortably)(row, limits, width, dark);
}

void CDarkMaskLimits(
    const uint8_t *means, const int32_t *starts, int count, int contrast, uint8_t *limits, int is_portable) {
    (isQuick() && !is_portable ? limitsQuickly : limitsPortably)(means, starts, count, contrast, limits);
}

int CDarkMaskRunStarts(const uint8_t *row, int width, int32_t *starts, int is_portable) {
    return (isQuick() && !is_portable ? runStartsQuickly : runStartsPortably)(row, width, starts);
}

void CDarkMaskFinderRuns(const int32_t *starts, int count, uint8_t *is_finder, int is_portable) {
    (isQuick() && !is_portable ? finderRunsQuickly : finderRunsPortably)(starts, count, is_finder);
}
