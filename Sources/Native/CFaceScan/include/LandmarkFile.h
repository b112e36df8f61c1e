// The flat file of landmarks, for those who write it and those who read it; in the processor's byte order, its parts
// one after the other.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    /// Rounds of trees, trees of a round, splits and leaves of a tree, points, pixels that a round looks at.
    LandmarkCascades = 15,
    LandmarkTrees = 500,
    LandmarkSplits = 15,
    LandmarkLeaves = 16,
    LandmarkPoints = 68,
    LandmarkPixels = 500,
    /// Directions in which leaves move the shape: with its step a leaf fills a line of the processor's cache.
    LandmarkAxes = 60,
};

/// Compares two of a round's pixels: to the right unless the first is brighter than the second by more than this.
/// The splits after split k are 2k + 1 and 2k + 2, then come the leaves.
typedef struct {
    uint16_t first;
    uint16_t second;
    float threshold;
} LandmarkSplit;

/// What a leaf adds to the shape: so many steps along each axis. All leaves as the model's 136 floats are 65 MB, of which every
/// face reads half; but faces move in few ways, so that 60 axes hold all but 2 of 1,000 parts of the leaves' squares, and most
/// of a leaf's numbers are small beside its largest, so that a byte each is enough: of a face's width the points differ by less
/// than if it were drawn a pixel further.
typedef struct {
    float step;
    int8_t steps[LandmarkAxes];
} LandmarkLeaf;

/// Where the parts begin, and the file's size.
typedef struct {
    /// LandmarkHeader.
    size_t header;
    /// float [axis][2 * point]: unit vectors, each square to the others.
    size_t axes;
    /// uint8_t [cascade][pixel]: the point that a pixel is near to.
    size_t anchors;
    /// float [cascade][pixel][2]: from that point to the pixel, in the mean shape.
    size_t deltas;
    /// LandmarkSplit [cascade][tree][split].
    size_t splits;
    /// LandmarkLeaf [cascade][tree][leaf].
    size_t leaves;
    size_t size;
} LandmarkLayout;

/// "LM68v4", the counts above but LandmarkLeaves, and the mean shape: x and y of each point in a face's square of side 1.
typedef struct {
    char magic[8];
    uint32_t cascades;
    uint32_t trees;
    uint32_t depth;
    uint32_t points;
    uint32_t pixels;
    uint32_t axes;
    /// LandmarkFileCheck of the rest.
    uint64_t check;
    float shape[2 * LandmarkPoints];
} LandmarkHeader;

static const char LandmarkMagic[8] = "LM68v4";

static inline LandmarkLayout LandmarkFileLayout(void) {
    LandmarkLayout layout;
    const size_t trees = (size_t)LandmarkCascades * LandmarkTrees;
    const size_t pixels = (size_t)LandmarkCascades * LandmarkPixels;
    layout.header = 0;
    layout.axes = (sizeof(LandmarkHeader) + 63) / 64 * 64;
    layout.anchors = layout.axes + LandmarkAxes * 2 * LandmarkPoints * sizeof(float);
    layout.deltas = (layout.anchors + pixels + 63) / 64 * 64;
    layout.splits = layout.deltas + pixels * 2 * sizeof(float);
    layout.leaves = (layout.splits + trees * LandmarkSplits * sizeof(LandmarkSplit) + 63) / 64 * 64;
    layout.size = layout.leaves + trees * LandmarkLeaves * sizeof(LandmarkLeaf);
    return layout;
}

/// A sum over all but the leaves, of which a damaged one only makes a point wrong.
static inline uint64_t LandmarkFileCheck(const void *file) {
    const unsigned char *const bytes = (const unsigned char *)file;
    const size_t from = offsetof(LandmarkHeader, shape), end = LandmarkFileLayout().leaves;
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t at = from; at + 8 <= end; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, 8);
        sum = (sum ^ word) * 0x100000001b3u;
    }
    return sum;
}
