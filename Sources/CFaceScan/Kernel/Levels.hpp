// Part of a kernel: searches one version of the plane, a row of cells at a time, while its numbers are near.

/// Border of empty cells around the features: before and after.
constexpr int borderBefore = 4, borderAfter = 5;

/// A pixel's weights for the four cells around it, by its place between their centres.
static void weigh(int cellSize, f4 (*weights)[8]) {
    for (int row = 0; row < cellSize; ++row)
        for (int column = 0; column < cellSize; ++column) {
            const float down = (row + .5f) / cellSize, right = (column + .5f) / cellSize;
            weights[row][column] =
                f4{(1 - down) * (1 - right), down * (1 - right), (1 - down) * right, down * right};
        }
}

static void search(
    const CFaceScanPlane &plane, const LevelSearch &search, CFaceScanScratch &scratch, std::vector<Hit> &hits) {
    const int cell = search.cellSize;
    const int rows = static_cast<int>(static_cast<float>(plane.height) / cell + .5f);
    const int columns = static_cast<int>(static_cast<float>(plane.width) / cell + .5f);
    // Gradients are taken 16 at a time; no face is that narrow.
    if (rows < 3 || columns < 3 || plane.width < 18) return;
    const int endY = (rows * cell < plane.height ? rows * cell : plane.height) - 1;
    const int endX = (columns * cell < plane.width ? columns * cell : plane.width) - 1;
    // Cells at the edge have no features, so there are as many windows as cells that have some.
    const int windowRows = rows - 2, windowColumns = columns - 2;
    const size_t rowLength = static_cast<size_t>(windowColumns + borderBefore + borderAfter) * cellLength;
    // Beyond the end: four windows are scored at once.
    int16_t *const features = scratch.features.room(
        rowLength * static_cast<size_t>(windowRows + borderBefore + borderAfter) + 3 * cellLength);
    std::memset(features, 0, rowLength * borderBefore * sizeof *features);
    std::memset(
        features + rowLength * static_cast<size_t>(borderBefore + windowRows), 0,
        (rowLength * borderAfter + 3 * cellLength) * sizeof *features);

    const size_t cornerRow = static_cast<size_t>(columns + 1) * cornerFloats;
    float *const even = scratch.corners.room(2 * cornerRow), *const odd = even + cornerRow;
    float *above = scratch.shares.room(2 * cornerRow), *below = above + cornerRow;
    std::memset(above, 0, cornerRow * sizeof *above);
    float *const magnitudes = scratch.magnitudes.room(static_cast<size_t>(plane.width));
    uint16_t *const bins = scratch.bins.room(static_cast<size_t>(plane.width));
    // The last three rows of cells, in turn.
    const size_t histogramRow = static_cast<size_t>(columns) * cellBins;
    float *const histograms = scratch.histograms.room(3 * histogramRow);
    std::memset(histograms, 0, 3 * histogramRow * sizeof *histograms);
    float *const energies = scratch.energies.room(3 * static_cast<size_t>(columns));
    f4 weights[8][8];
    weigh(cell, weights);

    const Places places(search.schedules, rowLength);
    int scanned = 0;
    for (int band = 0; band <= rows; ++band) {
        // Rows of pixels between the centres of the rows of cells `band` - 1 and `band`.
        std::memset(even, 0, 2 * cornerRow * sizeof *even);
        const int first = band * cell - cell / 2;
        for (int y = first < 1 ? 1 : first; y < first + cell && y < endY; ++y) {
            const uint8_t *const row = plane.samples + static_cast<size_t>(y) * plane.bytes_per_row;
            gradients(row - plane.bytes_per_row, row, row + plane.bytes_per_row, endX, magnitudes, bins);
            collectRow(magnitudes, bins, endX, cell, weights[y - first], even, odd);
        }
        distribute(even, odd, columns + 1, below);
        if (band >= 1) {
            const int place = (band - 1) % 3;
            cells(above, below, columns, histograms + place * histogramRow, energies + place * columns);
        }
        std::swap(above, below);
        if (band < 3) continue;
        const int row = band - 3;
        int16_t *const out = features + rowLength * static_cast<size_t>(borderBefore + row);
        std::memset(out, 0, borderBefore * cellLength * sizeof *out);
        std::memset(out + rowLength - borderAfter * cellLength, 0, borderAfter * cellLength * sizeof *out);
        const float *const middle = histograms + (row + 1) % 3 * histogramRow + cellBins;
        for (int column = 0; column < windowColumns; ++column)
            describe(
                middle + static_cast<size_t>(column) * cellBins, energies + row % 3 * columns + column,
                energies + (row + 1) % 3 * columns + column, energies + (row + 2) % 3 * columns + column,
                out + (borderBefore + column) * cellLength);
        for (; scanned + windowCells <= borderBefore + row + 1; ++scanned)
            scan(features + static_cast<size_t>(scanned) * rowLength, places, windowColumns, scanned, search, hits);
    }
    for (; scanned < windowRows; ++scanned)
        scan(features + static_cast<size_t>(scanned) * rowLength, places, windowColumns, scanned, search, hits);
}
