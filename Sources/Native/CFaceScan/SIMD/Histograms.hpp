// Part of the loops: what the gradients of a row of cells add up to.
//
// A pixel counts for the four cells whose centres are around it, by its nearness to each. Pixels between the same
// four centres are collected together, at a corner of cells, each in one step for all four cells.

/// 18 directions and 2 of padding.
constexpr int cornerBins = 20;
constexpr int cornerFloats = cornerBins * 4;
/// 18 directions and 6 of padding.
constexpr int cellBins = 24;

/// Adds `count` pixels to the corner they lie at, in two sums in turn: neighbours are often of one bin, and one would
/// have to wait for the other.
static inline void collect(
    const float *__restrict magnitudes, const uint16_t *__restrict bins, int count, const f4 *weights,
    float *__restrict even, float *__restrict odd) {
    for (int i = 0; i < count; ++i) {
        f4 *const place = reinterpret_cast<f4 *>((i % 2 == 0 ? even : odd) + bins[i]);
        *place += weights[i] * f4{magnitudes[i], magnitudes[i], magnitudes[i], magnitudes[i]};
    }
}

/// Adds a row of pixels, from `first` up to `end`, to the corners they lie at; `weights` by place between the centres.
static void collectRow(
    const float *__restrict magnitudes, const uint16_t *__restrict bins, int first, int end, int cellSize,
    const f4 *weights, float *__restrict even, float *__restrict odd) {
    int corner = (first + cellSize / 2) / cellSize;
    // From the beginning of the corner's pixels on: they are added up in the same order whatever lies before them.
    int x = corner * cellSize - cellSize / 2 > 1 ? corner * cellSize - cellSize / 2 : 1;
    int phase = (x + cellSize / 2) % cellSize;
    for (; x < end; ++corner, phase = 0) {
        float *const a = even + static_cast<size_t>(corner) * cornerFloats;
        float *const b = odd + static_cast<size_t>(corner) * cornerFloats;
        const int count = cellSize - phase < end - x ? cellSize - phase : end - x;
        // A number that the compiler knows saves it a loop.
        if (count == 8)
            collect(magnitudes + x, bins + x, 8, weights + phase, a, b);
        else if (count == 4)
            collect(magnitudes + x, bins + x, 4, weights + phase, a, b);
        else
            collect(magnitudes + x, bins + x, count, weights + phase, a, b);
        x += count;
    }
}

/// The shares of each corner's four cells, added up from even and odd pixels, cell by cell instead of bin by bin.
static void distribute(
    const float *__restrict even, const float *__restrict odd, int count, float *__restrict shares) {
    const f4 *a = reinterpret_cast<const f4 *>(even), *b = reinterpret_cast<const f4 *>(odd);
    for (int corner = 0; corner < count; ++corner, a += cornerBins, b += cornerBins, shares += cornerFloats)
        for (int bin = 0; bin < cornerBins; bin += 4) {
            const f4 p = a[bin] + b[bin], q = a[bin + 1] + b[bin + 1];
            const f4 r = a[bin + 2] + b[bin + 2], s = a[bin + 3] + b[bin + 3];
            const f4 pq = __builtin_shufflevector(p, q, 0, 4, 1, 5), rs = __builtin_shufflevector(r, s, 0, 4, 1, 5);
            const f4 pq2 = __builtin_shufflevector(p, q, 2, 6, 3, 7), rs2 = __builtin_shufflevector(r, s, 2, 6, 3, 7);
            f4 *const out = reinterpret_cast<f4 *>(shares + bin);
            constexpr int next = cornerBins / 4;
            out[0] = __builtin_shufflevector(pq, rs, 0, 1, 4, 5);
            out[next] = __builtin_shufflevector(pq, rs, 2, 3, 6, 7);
            out[2 * next] = __builtin_shufflevector(pq2, rs2, 0, 1, 4, 5);
            out[3 * next] = __builtin_shufflevector(pq2, rs2, 2, 3, 6, 7);
        }
}

/// A row of cells' histograms from the shares of the corners above and below their centres, and their energies.
static void cells(
    const float *__restrict above, const float *__restrict below, int columns, float *__restrict histograms,
    float *__restrict energies) {
    for (int column = 0; column < columns; ++column, histograms += cellBins) {
        const float *const a = above + static_cast<size_t>(column) * cornerFloats;
        const float *const b = below + static_cast<size_t>(column) * cornerFloats;
        // Of the corner to the lower right it is the first cell, to the upper right the second, to the lower left
        // the third, to the upper left the fourth.
        for (int bin = 0; bin < cornerBins; bin += 4)
            *reinterpret_cast<f4 *>(histograms + bin) =
                *reinterpret_cast<const f4 *>(b + cornerFloats + bin) +
                *reinterpret_cast<const f4 *>(a + cornerFloats + cornerBins + bin) +
                *reinterpret_cast<const f4 *>(b + 2 * cornerBins + bin) +
                *reinterpret_cast<const f4 *>(a + 3 * cornerBins + bin);
        float sum = 0;
        for (int bin = 0; bin < 9; ++bin) {
            const float both = histograms[bin] + histograms[bin + 9];
            sum += both * both;
        }
        energies[column] = sum;
    }
}
