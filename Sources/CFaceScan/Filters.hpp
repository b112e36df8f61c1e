#pragma once

#include <cstddef>
#include <cstdint>

#include "CFaceScan.h"

namespace facescan {

constexpr int filterCount = CFaceScanFilterCount;
/// Cells of a window, each way.
constexpr int windowCells = 10;
/// Numbers of a cell: 18 signed directions, 2 of texture, 9 unsigned directions, 2 of texture, and a 0.
constexpr int cellLength = 32;
/// A window is scored half a row of cells at a time.
constexpr int halfRowCount = 2 * windowCells;
constexpr int halfRowLength = windowCells / 2 * cellLength;
/// Sets of limits: for scores from -0.5 and from -0.05.
constexpr int limitSetCount = 2;

// Features and weights are whole numbers, so that every processor adds up the same scores, eight products at a time:
// features are below 0.9, weights below 0.4, sums below 47.
constexpr float featureScale = 4096, weightScale = 8192;
constexpr double sumScale = double(featureScale) * weightScale;

/// In which order the half rows of a window are added, and below which sums a window is given up.
struct Schedule {
    int order[halfRowCount];
    /// By the scale of sums; each limit four times, for four windows at once.
    alignas(16) int32_t limits[halfRowCount][4];
};

} // namespace facescan

struct CFaceScanFilters {
    alignas(64) int16_t weights[facescan::filterCount][facescan::halfRowCount][facescan::halfRowLength];
    float thresholds[facescan::filterCount];
    facescan::Schedule schedules[facescan::limitSetCount][facescan::filterCount];
    /// Sums of every half row, given up only at the end.
    facescan::Schedule patient[facescan::filterCount];

    /// Whole number of a sum; what is out of range becomes the nearest in it.
    static int32_t scaled(double sum) {
        const double wanted = sum * facescan::sumScale;
        return wanted < INT32_MIN ? INT32_MIN : wanted > INT32_MAX ? INT32_MAX : static_cast<int32_t>(wanted);
    }
};
