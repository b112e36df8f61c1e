#include <cmath>
#include <cstring>
#include <new>

#include "CFaceScan.h"

struct CFaceScanLandmarks {
    const LandmarkHeader *header;
    const float (*axes)[2 * LandmarkPoints];
    const uint8_t (*anchors)[LandmarkPixels];
    const float (*deltas)[LandmarkPixels][2];
    const LandmarkSplit (*splits)[LandmarkTrees][LandmarkSplits];
    const LandmarkLeaf (*leaves)[LandmarkTrees][LandmarkLeaves];
};

namespace {

struct Point {
    double x, y;
};

/// A face's square: where a shape's 0 and 1 lie in the plane.
struct Square {
    int left, top, side;

    Point place(float x, float y) const { return {left + x * (side - 1.0), top + y * (side - 1.0)}; }
};

/// Turning and scaling: (a, -b; b, a).
struct Similarity {
    float a, b;

    /// The one that brings a shape nearest to another, both about their middles.
    Similarity(const float *from, const float *to) {
        double fromX = 0, fromY = 0, toX = 0, toY = 0;
        for (int i = 0; i < 2 * LandmarkPoints; i += 2) {
            fromX += from[i], fromY += from[i + 1];
            toX += to[i], toY += to[i + 1];
        }
        fromX /= LandmarkPoints, fromY /= LandmarkPoints, toX /= LandmarkPoints, toY /= LandmarkPoints;
        double along = 0, across = 0, size = 0;
        for (int i = 0; i < 2 * LandmarkPoints; i += 2) {
            const double x = from[i] - fromX, y = from[i + 1] - fromY;
            const double u = to[i] - toX, v = to[i + 1] - toY;
            along += x * u + y * v;
            across += x * v - y * u;
            size += x * x + y * y;
        }
        a = static_cast<float>(along / size);
        b = static_cast<float>(across / size);
    }

};

/// The samples that a round of trees looks at; 0 outside the plane.
void look(
    const CFaceScanLandmarks &model, int cascade, const float *shape, const CFaceScanPlane &plane, Square square,
    float *samples) {
    const Similarity turn(model.header->shape, shape);
    for (int pixel = 0; pixel < LandmarkPixels; ++pixel) {
        const float *const delta = model.deltas[cascade][pixel];
        const float *const anchor = shape + 2 * model.anchors[cascade][pixel];
        // Rounded as dlib does: which pixel it is decides on much.
        const Point at = square.place(
            turn.a * delta[0] - turn.b * delta[1] + anchor[0], turn.b * delta[0] + turn.a * delta[1] + anchor[1]);
        const double x = std::floor(at.x + .5), y = std::floor(at.y + .5);
        const bool isInside = x >= 0 && y >= 0 && x < plane.width && y < plane.height;
        samples[pixel] =
            isInside
                ? plane.samples[static_cast<size_t>(y) * plane.bytes_per_row + static_cast<size_t>(x)]
                : 0;
    }
}

/// Whether all that is used as an index is one; the leaves are numbers only.
bool isSound(const CFaceScanLandmarks &model) {
    unsigned wrong = 0;
    for (int cascade = 0; cascade < LandmarkCascades; ++cascade) {
        for (int pixel = 0; pixel < LandmarkPixels; ++pixel)
            wrong |= model.anchors[cascade][pixel] >= LandmarkPoints;
        for (int tree = 0; tree < LandmarkTrees; ++tree)
            for (const LandmarkSplit &split : model.splits[cascade][tree])
                wrong |= split.first >= LandmarkPixels || split.second >= LandmarkPixels;
    }
    return wrong == 0;
}

} // namespace

CFaceScanLandmarks *CFaceScanLandmarksMake(const void *file, size_t size) {
    const LandmarkLayout layout = LandmarkFileLayout();
    if (size != layout.size || reinterpret_cast<uintptr_t>(file) % 64 != 0) return nullptr;
    const char *const bytes = static_cast<const char *>(file);
    const CFaceScanLandmarks model{
        reinterpret_cast<const LandmarkHeader *>(bytes + layout.header),
        reinterpret_cast<const float(*)[2 * LandmarkPoints]>(bytes + layout.axes),
        reinterpret_cast<const uint8_t(*)[LandmarkPixels]>(bytes + layout.anchors),
        reinterpret_cast<const float(*)[LandmarkPixels][2]>(bytes + layout.deltas),
        reinterpret_cast<const LandmarkSplit(*)[LandmarkTrees][LandmarkSplits]>(bytes + layout.splits),
        reinterpret_cast<const LandmarkLeaf(*)[LandmarkTrees][LandmarkLeaves]>(bytes + layout.leaves)};
    const LandmarkHeader &header = *model.header;
    const bool isKnown = std::memcmp(header.magic, LandmarkMagic, sizeof header.magic) == 0 &&
                         header.cascades == LandmarkCascades && header.trees == LandmarkTrees && header.depth == 4 &&
                         header.points == LandmarkPoints && header.pixels == LandmarkPixels && header.axes == LandmarkAxes;
    return isKnown && header.check == LandmarkFileCheck(file) && isSound(model) ? new (std::nothrow) CFaceScanLandmarks(model) : nullptr;
}

void CFaceScanLandmarksFree(CFaceScanLandmarks *landmarks) { delete landmarks; }

void CFaceScanLandmarksFind(
    const CFaceScanLandmarks *landmarks, CFaceScanPlane plane, int left, int top, int side, float *points) {
    const CFaceScanLandmarks &model = *landmarks;
    const Square square{left, top, side};
    float shape[2 * LandmarkPoints];
    std::memcpy(shape, model.header->shape, sizeof shape);
    for (int cascade = 0; cascade < LandmarkCascades; ++cascade) {
        float samples[LandmarkPixels];
        look(model, cascade, shape, plane, square, samples);
        // All leaves first: they lie far apart, and are fetched while the next trees are asked.
        const LandmarkLeaf *leaves[LandmarkTrees];
        for (int tree = 0; tree < LandmarkTrees; ++tree) {
            unsigned node = 0;
            while (node < LandmarkSplits) {
                const LandmarkSplit &split = model.splits[cascade][tree][node];
                node = 2 * node + 1 + !(samples[split.first] - samples[split.second] > split.threshold);
            }
            leaves[tree] = &model.leaves[cascade][tree][node - LandmarkSplits];
            __builtin_prefetch(leaves[tree]);
        }
        float moves[LandmarkAxes] = {};
        for (const LandmarkLeaf *const leaf : leaves)
            for (int axis = 0; axis < LandmarkAxes; ++axis)
                moves[axis] += leaf->step * static_cast<float>(leaf->steps[axis]);
        for (int axis = 0; axis < LandmarkAxes; ++axis)
            for (int i = 0; i < 2 * LandmarkPoints; ++i) shape[i] += moves[axis] * model.axes[axis][i];
    }
    for (int i = 0; i < 2 * LandmarkPoints; i += 2) {
        const Point at = square.place(shape[i], shape[i + 1]);
        points[i] = static_cast<float>(at.x);
        points[i + 1] = static_cast<float>(at.y);
    }
}
