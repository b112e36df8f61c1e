#pragma once

#include <cstddef>
#include <cstdint>

#include "CFaceScan.h"

namespace facescan {

constexpr int filterCount = CFaceScanFilterCount;
/// Cells of a window, each way and in all.
constexpr int windowCells = 10, cellCount = windowCells * windowCells;
/// Numbers of a cell: 18 signed directions, 2 of texture, 9 unsigned directions, 2 of texture, and a 0.
constexpr int cellLength = 32;
/// A window is scored a few cells at a time.
constexpr int stepCells = 5, stepCount = cellCount / stepCells, stepLength = stepCells * cellLength;
/// Sets of limits: for scores from -0.5 and from -0.05.
constexpr int limitSetCount = 2;

// Features and weights are whole numbers, so that every processor adds up the same scores, eight products at a time:
// features are below 0.9, weights below 0.4, sums below 47.
constexpr float featureScale = 4096, weightScale = 8192;
constexpr double sumScale = double(featureScale) * weightScale;

/// In which order the cells of a window are added, and below which sums a window is given up.
struct Schedule {
    /// By rows, from the upper left.
    int order[cellCount];
    /// By the scale of sums.
    int32_t limits[stepCount];
    /// In the order of the cells.
    alignas(64) int16_t weights[stepCount][stepLength];
};

} // namespace facescan

struct CFaceScanFilters {
    float thresholds[facescan::filterCount];
    facescan::Schedule schedules[facescan::limitSetCount][facescan::filterCount];
    /// Sums of every cell, given up only at the end.
    facescan::Schedule patient[facescan::filterCount];

    /// Whole number of a sum; what is out of range becomes the nearest in it.
    static int32_t scaled(double sum) {
        const double wanted = sum * facescan::sumScale;
        return wanted < INT32_MIN ? INT32_MIN : wanted > INT32_MAX ? INT32_MAX : static_cast<int32_t>(wanted);
    }
};
