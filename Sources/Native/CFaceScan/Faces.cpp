#include <algorithm>
#include <cmath>
#include <tuple>

#include "Scratch.hpp"

using namespace facescan;

namespace {

/// More hits than faces can have at once; bounds what a picture full of false ones can cost.
constexpr size_t hitCapacity = 5000;

/// How many versions of a plane a pass searches, by dlib's rule: down to a window of 8 cells.
int levelCount(const CFaceScanPlane &plane, const CFaceScanPass &pass) {
    int left = 0, right = plane.width - 1, bottom = plane.height - 1;
    const auto down = [](int value) { return static_cast<int>(std::floor((value - .3) * (5. / 6) + .5)); };
    for (int level = 1;; ++level) {
        left = down(left), right = down(right), bottom = down(bottom);
        const int least = 8 * pass.cell_size;
        if (level >= pass.levels || right - left + 1 < least || bottom - left + 1 < least) return level;
    }
}

/// A side of a window in pixels of the plane, dlib's rule: the cell's middle, then version by version upwards.
int edge(int cell, int cellSize, int level) {
    const int corner = (cell + 1 - 4) * cellSize + 1;
    double at = corner + (corner >= 0 ? cellSize / 2 : -cellSize / 2);
    for (int i = 0; i < level; ++i) at = at * 1.2 + .3;
    return static_cast<int>(std::floor(at + .5));
}

struct Box {
    int left, top, right, bottom;

    Box(const Hit &hit, int cellSize)
        : left(edge(hit.column, cellSize, hit.level)), top(edge(hit.row, cellSize, hit.level)),
          right(edge(hit.column + windowCells - 1, cellSize, hit.level)),
          bottom(edge(hit.row + windowCells - 1, cellSize, hit.level)) {}

    double area() const { return (right - left + 1.0) * (bottom - top + 1.0); }

    /// Whether two boxes are of one face, by the limits of dlib's detector.
    bool overlaps(const Box &other) const {
        const double width = std::min(right, other.right) - std::max(left, other.left) + 1.0;
        const double height = std::min(bottom, other.bottom) - std::max(top, other.top) + 1.0;
        if (width <= 0 || height <= 0) return false;
        const double common = width * height;
        const double around = (std::max(right, other.right) - std::min(left, other.left) + 1.0) *
                              (std::max(bottom, other.bottom) - std::min(top, other.top) + 1.0);
        return common > .330082 * around || common > .788571 * std::min(area(), other.area());
    }
};

LevelSearch levelSearch(const CFaceScanFilters &filters, const CFaceScanPass &pass, int number, int level) {
    LevelSearch search{
        &filters,
        pass.limit >= -.05  ? filters.schedules[1]
        : pass.limit >= -.5 ? filters.schedules[0]
                            : filters.patient,
        {},
        pass.cell_size,
        level,
        number};
    for (int filter = 0; filter < filterCount; ++filter)
        search.limits[filter] = CFaceScanFilters::scaled(filters.thresholds[filter] + pass.limit);
    return search;
}

/// Hits of all passes, version by version.
void search(
    const CFaceScanFilters &filters, CFaceScanScratch &scratch, CFaceScanPlane plane, const CFaceScanPass *passes,
    int passCount) {
    int levels[mostPasses], most = 0;
    for (int pass = 0; pass < passCount; ++pass) {
        scratch.hits[pass].clear();
        levels[pass] = levelCount(plane, passes[pass]);
        most = std::max(most, levels[pass]);
    }
    for (int level = 0; level < most; ++level) {
        if (level > 0) {
            const int width = 5 * plane.width / 6, height = 5 * plane.height / 6;
            uint8_t *const out =
                scratch.planes[level % 2].room(static_cast<size_t>(width) * static_cast<size_t>(height));
            scratch.instructions.shrink(plane, out, width, height, scratch);
            plane = CFaceScanPlane{out, width, height, width};
        }
        LevelSearch searches[mostPasses];
        int count = 0;
        for (int pass = 0; pass < passCount; ++pass)
            if (level < levels[pass]) searches[count++] = levelSearch(filters, passes[pass], pass, level);
        scratch.instructions.search(plane, searches, count, scratch);
    }
}

/// The hits that overlap no better one, as faces.
int suppress(std::vector<Hit> &hits, const CFaceScanPass &pass, int number, CFaceScanFace *faces, int capacity) {
    std::sort(hits.begin(), hits.end(), [](const Hit &a, const Hit &b) {
        // A whole order, so that the same hits give the same faces.
        return std::tie(b.score, a.filter, a.level, a.row, a.column) <
               std::tie(a.score, b.filter, b.level, b.row, b.column);
    });
    if (hits.size() > hitCapacity) hits.resize(hitCapacity);
    std::vector<Box> kept;
    for (const Hit &hit : hits) {
        if (static_cast<int>(kept.size()) == capacity) break;
        const Box box(hit, pass.cell_size);
        if (std::any_of(kept.begin(), kept.end(), [&](const Box &better) { return better.overlaps(box); }))
            continue;
        faces[kept.size()] =
            CFaceScanFace{box.left, box.top, box.right - box.left + 1, hit.filter, number, hit.score};
        kept.push_back(box);
    }
    return static_cast<int>(kept.size());
}

} // namespace

CFaceScanScratch *CFaceScanScratchMake(int is_portable) {
    return new (std::nothrow) CFaceScanScratch(is_portable ? InstructionSet::portable : InstructionSet::best());
}

void CFaceScanScratchFree(CFaceScanScratch *scratch) { delete scratch; }

int CFaceScanFind(
    const CFaceScanFilters *filters, CFaceScanScratch *scratch, CFaceScanPlane plane, const CFaceScanPass *passes,
    int pass_count, CFaceScanFace *faces, int capacity) {
    if (pass_count > mostPasses) return -1;
    try {
        search(*filters, *scratch, plane, passes, pass_count);
        int count = 0;
        for (int pass = 0; pass < pass_count; ++pass)
            // Each of the others keeps a part, half of what there is together: a texture that is full of one's hits is no end of all.
            count += suppress(
                scratch->hits[pass], passes[pass], pass, faces + count,
                capacity - count - (pass_count - pass - 1) * (capacity / (2 * pass_count)));
        return count;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}
