// Part of the loops: scores a row of windows.

/// Where the cells of a window lie behind its first number, in each schedule's order.
struct Places {
    size_t of[filterCount][cellCount];

    Places(const Schedule *schedules, size_t rowLength) {
        for (int filter = 0; filter < filterCount; ++filter)
            for (int place = 0; place < cellCount; ++place) {
                const int cell = schedules[filter].order[place];
                of[filter][place] = cell / windowCells * rowLength + static_cast<size_t>(cell % windowCells * cellLength);
            }
    }
};

/// The products of one step for four windows side by side.
static inline i4 products(const int16_t *window, const size_t *places, const int16_t *weights) {
    const short16 *weight = reinterpret_cast<const short16 *>(weights);
    constexpr int next = cellLength / 16;
    i8 s0{}, s1{}, s2{}, s3{};
    for (int cell = 0; cell < stepCells; ++cell) {
        const short16 *const a = reinterpret_cast<const short16 *>(window + places[cell]);
        for (int i = 0; i < next; ++i, ++weight) {
            s0 += pairedProducts(a[i], *weight);
            s1 += pairedProducts(a[i + next], *weight);
            s2 += pairedProducts(a[i + 2 * next], *weight);
            s3 += pairedProducts(a[i + 3 * next], *weight);
        }
    }
    return sums<i4>(s0, s1, s2, s3);
}

/// The products of one step for one window.
static inline int32_t product(const int16_t *window, const size_t *places, const int16_t *weights) {
    const short16 *weight = reinterpret_cast<const short16 *>(weights);
    static_assert(cellLength == 2 * 16);
    i8 left{}, right{};
    for (int cell = 0; cell < stepCells; ++cell, weight += 2) {
        const short16 *const a = reinterpret_cast<const short16 *>(window + places[cell]);
        left += pairedProducts(a[0], weight[0]);
        right += pairedProducts(a[1], weight[1]);
    }
    const i8 both = left + right;
    const i4 half = __builtin_shufflevector(both, both, 0, 1, 2, 3) + __builtin_shufflevector(both, both, 4, 5, 6, 7);
    return half[0] + half[1] + (half[2] + half[3]);
}

/// So many windows' numbers stay in the nearest cache while all filters look at them.
constexpr int blockWindows = 32;

/// Adds those that score among `count` windows side by side of which the first begins at `window`.
static void scanBlock(
    const int16_t *window, const Places &places, int count, int column, int row, const LevelSearch &search,
    std::vector<Hit> &hits) {
    for (int filter = 0; filter < filterCount; ++filter) {
        const Schedule &schedule = search.schedules[filter];
        const size_t *const at = places.of[filter];
        // No question within a step: what it leaves is one in three, in no order that a processor could guess.
        int left[blockWindows + 4];
        int32_t sums[blockWindows + 4];
        int leftCount = 0;
        for (int four = 0; four < count; four += 4) {
            const i4 sum = products(window + four * cellLength, at, schedule.weights[0]);
            for (int i = 0; i < 4; ++i) {
                left[leftCount] = four + i;
                sums[leftCount] = sum[i];
                leftCount += sum[i] >= schedule.limits[0] && four + i < count;
            }
        }
        for (int step = 1; step < stepCount && leftCount > 0; ++step) {
            int keptCount = 0;
            for (int i = 0; i < leftCount; ++i) {
                const int column = left[i];
                const int32_t sum = sums[i] + product(
                    window + column * cellLength, at + step * stepCells, schedule.weights[step]);
                left[keptCount] = column;
                sums[keptCount] = sum;
                keptCount += sum >= schedule.limits[step];
            }
            leftCount = keptCount;
        }
        for (int i = 0; i < leftCount; ++i)
            if (sums[i] >= search.limits[filter])
                hits.push_back(Hit{
                    sums[i] / sumScale - search.filters->thresholds[filter], filter, search.level, column + left[i], row});
    }
}

/// Adds the windows that score among some columns of a row that begins at `window`.
static void scan(
    const int16_t *window, const Places &places, Span columns, int row, const LevelSearch &search, std::vector<Hit> &hits) {
    for (int column = columns.first; column < columns.end; column += blockWindows)
        scanBlock(
            window + column * cellLength, places,
            columns.end - column < blockWindows ? columns.end - column : blockWindows, column, row, search, hits);
}
