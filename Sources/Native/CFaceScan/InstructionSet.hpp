#pragma once

#include <cstdint>

#include "Filters.hpp"

struct CFaceScanScratch;

namespace facescan {

/// So many passes share the versions of a plane.
constexpr int mostPasses = 4;

/// One search of one version of the plane.
struct LevelSearch {
    const CFaceScanFilters *filters;
    /// One a filter.
    const Schedule *schedules;
    /// Sums from which a window counts, one a filter.
    int32_t limits[filterCount];
    int cellSize;
    int level;
    /// Its number among the passes.
    int pass;
};

/// The loops, for one set of instructions.
struct InstructionSet {
    /// Adds the windows of a plane that score to the hits of their passes; at most ``mostPasses`` searches.
    void (*search)(const CFaceScanPlane &, const LevelSearch *, int count, CFaceScanScratch &);
    /// Makes a smaller version of a plane, corner to corner, by bilinear interpolation.
    void (*shrink)(const CFaceScanPlane &, uint8_t *, int width, int height, CFaceScanScratch &);

    /// What every processor of the kind can run.
    static const InstructionSet portable;
    /// The best this one can.
    static const InstructionSet &best();
};

} // namespace facescan
