// Part of a kernel: scores a row of windows.

/// The products of half a row of four windows side by side.
static inline i4 products(const int16_t *features, const int16_t *weights) {
    const short16 *const a = reinterpret_cast<const short16 *>(features);
    const short16 *const b = reinterpret_cast<const short16 *>(weights);
    constexpr int cell = cellLength / 16;
    i8 s0{}, s1{}, s2{}, s3{};
    for (int i = 0; i < halfRowLength / 16; ++i) {
        const short16 weight = b[i];
        s0 += pairedProducts(a[i], weight);
        s1 += pairedProducts(a[i + cell], weight);
        s2 += pairedProducts(a[i + 2 * cell], weight);
        s3 += pairedProducts(a[i + 3 * cell], weight);
    }
    return sums<i4>(s0, s1, s2, s3);
}

static inline bool isAny(i4 mask) {
    uint64_t parts[2];
    std::memcpy(parts, &mask, sizeof parts);
    return (parts[0] | parts[1]) != 0;
}

/// Adds the windows that score among `columns` of which the first begins at `window`; features of one row of cells
/// lie `rowLength` before those of the next.
static void scan(
    const int16_t *window, size_t rowLength, int columns, int row, const LevelSearch &search, std::vector<Hit> &hits) {
    size_t places[filterCount][halfRowCount];
    for (int filter = 0; filter < filterCount; ++filter)
        for (int step = 0; step < halfRowCount; ++step) {
            const int half = search.schedules[filter].order[step];
            places[filter][step] = half / 2 * rowLength + static_cast<size_t>(half % 2 * halfRowLength);
        }
    for (int column = 0; column < columns; column += 4, window += 4 * cellLength) {
        const int rest = columns - column;
        const i4 inside = i4{0, 1, 2, 3} < i4{rest, rest, rest, rest};
        for (int filter = 0; filter < filterCount; ++filter) {
            const Schedule &schedule = search.schedules[filter];
            i4 sum{}, alive = inside;
            for (int step = 0; step < halfRowCount && isAny(alive); ++step) {
                sum += products(
                    window + places[filter][step], search.filters.weights[filter][schedule.order[step]]);
                i4 limit;
                std::memcpy(&limit, schedule.limits[step], sizeof limit);
                alive &= sum >= limit;
            }
            if (!isAny(alive)) continue;
            for (int i = 0; i < 4; ++i)
                if (alive[i] && sum[i] >= search.limits[filter])
                    hits.push_back(Hit{
                        sum[i] / sumScale - search.filters.thresholds[filter], filter, search.level, column + i,
                        row});
        }
    }
}
