// Part of the loops: searches one version of the plane, a row of cells at a time, while its numbers are near.

/// Border of empty cells around the features: before and after.
constexpr int borderBefore = 4, borderAfter = 5;

/// So many rows of features are kept, and not all of a plane's: those that windows still need are moved to the front now and
/// then.
constexpr int keptRows = 4 * windowCells;

/// A pixel's weights for the four cells around it, by its place between their centres.
static void weigh(int cellSize, f4 (*weights)[8]) {
    for (int row = 0; row < cellSize; ++row)
        for (int column = 0; column < cellSize; ++column) {
            const float down = (row + .5f) / cellSize, right = (column + .5f) / cellSize;
            weights[row][column] =
                f4{(1 - down) * (1 - right), down * (1 - right), (1 - down) * right, down * right};
        }
}

/// One search, fed with the gradients of one row of pixels after the other.
class Sweep {
    const LevelSearch &search;
    std::vector<Hit> &hits;
    /// Of cells.
    const int rows, columns;
    /// Cells at the edge have no features, so there are as many windows as cells that have some.
    const int windowColumns = columns - 2;
    const size_t featureRow = static_cast<size_t>(windowColumns + borderBefore + borderAfter) * cellLength;
    const size_t cornerRow = static_cast<size_t>(columns + 1) * cornerFloats;
    const size_t histogramRow = static_cast<size_t>(columns) * cellBins;
    const Places places{search.schedules, featureRow};
    f4 weights[8][8];
    /// The last rows of cells, those of the border among them.
    int16_t *features;
    /// Where those are that are not all 0, in columns of cells.
    Span filledFeatures[keptRows];
    /// How many rows have been added, and how many of those are forgotten.
    int added = 0, forgotten = 0;
    /// Whether windows in which nothing is score nowhere.
    bool isNothingRefused = true;
    float *even, *odd, *above, *below;
    /// Of the last three rows of cells, in turn.
    float *histograms, *energies;
    /// The rows of pixels that are being added up: those between the centres of the rows of cells `band` - 1 and `band`.
    int band = 0;

    /// Where the features of the next row go; windows need no more than the last rows.
    int16_t *nextRow() {
        if (added - forgotten == keptRows) {
            const int needed = windowCells - 1;
            std::memmove(
                features, features + featureRow * (keptRows - needed), featureRow * needed * sizeof *features);
            std::memmove(
                filledFeatures, filledFeatures + keptRows - needed, static_cast<size_t>(needed) * sizeof *filledFeatures);
            forgotten = added - needed;
        }
        filledFeatures[added - forgotten] = {INT_MAX, 0};
        return features + featureRow * static_cast<size_t>(added++ - forgotten);
    }

    void addEmptyRows(int count) {
        for (; count > 0; --count) {
            std::memset(nextRow(), 0, featureRow * sizeof *features);
            scanWhatIsKnown();
        }
    }

    /// The features of a row of cells, when the row below it is known.
    void describeRow(int row) {
        int16_t *const out = nextRow();
        std::memset(out, 0, borderBefore * cellLength * sizeof *out);
        std::memset(out + featureRow - borderAfter * cellLength, 0, borderAfter * cellLength * sizeof *out);
        const float *const middle = histograms + (row + 1) % 3 * histogramRow + cellBins;
        Span &filled = filledFeatures[added - 1 - forgotten];
        for (int column = 0; column < windowColumns; ++column) {
            const float *const energy = energies + (row + 1) % 3 * columns + column;
            int16_t *const cell = out + (borderBefore + column) * cellLength;
            // Without gradients there are no features, whatever its neighbours are.
            if (energy[1] == 0) {
                std::memset(cell, 0, cellLength * sizeof *cell);
                continue;
            }
            filled = {filled.first < borderBefore + column ? filled.first : borderBefore + column, borderBefore + column + 1};
            describe(
                middle + static_cast<size_t>(column) * cellBins, energies + row % 3 * columns + column, energy,
                energies + (row + 2) % 3 * columns + column, cell);
        }
    }

    /// The columns of windows from a row on in which there is something.
    Span filledWindows(int row) const {
        if (!isNothingRefused) return {0, windowColumns};
        Span columns{INT_MAX, 0};
        for (int i = row - forgotten; i < row - forgotten + windowCells; ++i) {
            columns.first = filledFeatures[i].first < columns.first ? filledFeatures[i].first : columns.first;
            columns.end = filledFeatures[i].end > columns.end ? filledFeatures[i].end : columns.end;
        }
        const int before = windowCells - 1;
        return {
            columns.first > before ? columns.first - before : 0, columns.end < windowColumns ? columns.end : windowColumns};
    }

    /// The windows that end in the row added last.
    void scanWhatIsKnown() {
        const int row = added - windowCells;
        if (row < 0) return;
        scan(features + featureRow * static_cast<size_t>(row - forgotten), places, filledWindows(row), row, search, hits);
    }

    /// What follows from a band's sums, while they are near.
    void endBand() {
        distribute(even, odd, columns + 1, below);
        std::memset(even, 0, 2 * cornerRow * sizeof *even);
        if (band >= 1) {
            const int place = (band - 1) % 3;
            cells(above, below, columns, histograms + place * histogramRow, energies + place * columns);
        }
        std::swap(above, below);
        if (band >= 3) {
            describeRow(band - 3);
            scanWhatIsKnown();
        }
        ++band;
    }

    static int cellsOf(int length, int cell) { return static_cast<int>(static_cast<float>(length) / cell + .5f); }

    int end(int cells, int length) const {
        return (cells * search.cellSize < length ? cells * search.cellSize : length) - 1;
    }

  public:
    /// Where the gradients that it takes end.
    const int endX, endY;

    /// Whether a plane has room for any windows.
    static bool isPossible(const CFaceScanPlane &plane, const LevelSearch &search) {
        return cellsOf(plane.height, search.cellSize) >= 3 && cellsOf(plane.width, search.cellSize) >= 3;
    }

    Sweep(const CFaceScanPlane &plane, const LevelSearch &search, CFaceScanScratch &scratch)
        : search(search), hits(scratch.hits[search.pass]), rows(cellsOf(plane.height, search.cellSize)),
          columns(cellsOf(plane.width, search.cellSize)), endX(end(columns, plane.width)), endY(end(rows, plane.height)) {
        for (const int32_t limit : search.limits) isNothingRefused = isNothingRefused && limit > 0;
        SweepBuffers &buffers = scratch.sweeps[search.pass];
        // Beyond the end: four windows are scored at once.
        features = buffers.features.room(featureRow * keptRows + 3 * cellLength);
        std::memset(features + featureRow * keptRows, 0, 3 * cellLength * sizeof *features);
        addEmptyRows(borderBefore);
        even = buffers.corners.room(2 * cornerRow), odd = even + cornerRow;
        std::memset(even, 0, 2 * cornerRow * sizeof *even);
        above = buffers.shares.room(2 * cornerRow), below = above + cornerRow;
        histograms = buffers.histograms.room(3 * histogramRow);
        // Of their padding nothing is written, and all of it added up.
        std::memset(histograms, 0, 3 * histogramRow * sizeof *histograms);
        energies = buffers.energies.room(3 * static_cast<size_t>(columns));
        weigh(search.cellSize, weights);
    }

    /// Takes the gradients of row `y`, and where they are not all 0; every row from 1 up to `endY` comes once, in order.
    void add(int y, const float *magnitudes, const uint16_t *bins, Span filled) {
        const int place = y + search.cellSize / 2;
        while (band < place / search.cellSize) endBand();
        collectRow(
            magnitudes, bins, filled.first, filled.end < endX ? filled.end : endX, search.cellSize,
            weights[place % search.cellSize], even, odd);
    }

    /// Does what is left after the last row.
    void finish() {
        while (band <= rows) endBand();
        addEmptyRows(borderAfter);
    }
};

/// So many rows of gradients stay in a near cache while one search after the other takes them.
constexpr int gradientRows = 8;

/// Searches of one version of the plane; those that are in one call share its gradients.
static void search(
    const CFaceScanPlane &plane, const LevelSearch *searches, int count, CFaceScanScratch &scratch) {
    // Gradients are taken 16 at a time; no face is that narrow.
    if (plane.width < 18) return;
    std::optional<Sweep> sweeps[mostPasses];
    int endX = 0, endY = 0;
    for (int i = 0; i < count; ++i) {
        if (!Sweep::isPossible(plane, searches[i])) continue;
        const Sweep &sweep = sweeps[i].emplace(plane, searches[i], scratch);
        endX = sweep.endX > endX ? sweep.endX : endX;
        endY = sweep.endY > endY ? sweep.endY : endY;
    }
    const size_t width = static_cast<size_t>(plane.width);
    float *const magnitudes = scratch.magnitudes.room(gradientRows * width);
    uint16_t *const bins = scratch.bins.room(gradientRows * width);
    Span filledGradients[gradientRows];
    for (int first = 1; first < endY; first += gradientRows) {
        const int rows = gradientRows < endY - first ? gradientRows : endY - first;
        for (int i = 0; i < rows; ++i) {
            const uint8_t *const row = plane.samples + static_cast<size_t>(first + i) * plane.bytes_per_row;
            gradients(
                row - plane.bytes_per_row, row, row + plane.bytes_per_row, endX, magnitudes + i * width, bins + i * width);
            filledGradients[i] = filled(magnitudes + i * width, endX);
        }
        for (std::optional<Sweep> &sweep : sweeps)
            for (int i = 0; sweep && i < rows && first + i < sweep->endY; ++i)
                sweep->add(first + i, magnitudes + i * width, bins + i * width, filledGradients[i]);
    }
    for (std::optional<Sweep> &sweep : sweeps)
        if (sweep) sweep->finish();
}
