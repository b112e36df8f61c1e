// CFaceScan: faces in any plane and landmarks in any square of it, with filters and a model made of numbers that find a lot.
#include "CFaceScan.h"
#include "Plane.hpp"

#include <cstdlib>
#include <cstring>

static float number(size_t index) { return static_cast<float>((index * 2654435761u >> 8) % 2001) / 1000 - 1; }

static CFaceScanFilters *make_filters() {
    std::vector<float> weights(CFaceScanFilterCount * CFaceScanWeightCount);
    for (size_t index = 0; index < weights.size(); index++) weights[index] = number(index) / 10;
    std::vector<uint8_t> file(CFaceScanFilterFileSize());
    CFaceScanFilterFile(weights.data(), file.data());
    return CFaceScanFiltersMake(file.data(), file.size());
}

static CFaceScanLandmarks *make_landmarks() {
    const LandmarkLayout layout = LandmarkFileLayout();
    auto *const file = static_cast<uint8_t *>(std::aligned_alloc(64, (layout.size + 63) / 64 * 64));
    std::memset(file, 0, layout.size);
    LandmarkHeader header = {};
    std::memcpy(header.magic, LandmarkMagic, sizeof header.magic);
    header.cascades = LandmarkCascades;
    header.trees = LandmarkTrees;
    header.depth = 4;
    header.points = LandmarkPoints;
    header.pixels = LandmarkPixels;
    for (size_t index = 0; index < 2 * LandmarkPoints; index++) header.shape[index] = (1 + number(index)) / 2;
    const size_t pixels = LandmarkCascades * LandmarkPixels, trees = LandmarkCascades * LandmarkTrees;
    for (size_t index = 0; index < pixels; index++) file[layout.anchors + index] = index % LandmarkPoints;
    auto *const deltas = reinterpret_cast<float *>(file + layout.deltas);
    for (size_t index = 0; index < 2 * pixels; index++) deltas[index] = number(index) / 4;
    auto *const splits = reinterpret_cast<LandmarkSplit *>(file + layout.splits);
    for (size_t index = 0; index < trees * LandmarkSplits; index++) {
        splits[index] = {static_cast<uint16_t>(index % LandmarkPixels),
                         static_cast<uint16_t>(index * 7 % LandmarkPixels), number(index) * 50};
    }
    auto *const leaves = reinterpret_cast<float *>(file + layout.leaves);
    for (size_t index = 0; index < trees * LandmarkLeaves * 2 * LandmarkPoints; index++) leaves[index] = number(index) / 500;
    std::memcpy(file, &header, sizeof header);
    header.check = LandmarkFileCheck(file);
    std::memcpy(file, &header, sizeof header);
    return CFaceScanLandmarksMake(file, layout.size);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    static CFaceScanFilters *const filters = make_filters();
    static CFaceScanLandmarks *const landmarks = make_landmarks();
    static CFaceScanScratch *const scratches[] = {CFaceScanScratchMake(0), CFaceScanScratchMake(1)};
    if (!filters || !landmarks) __builtin_trap();
    const Plane plane(bytes, count);
    if (plane.is_empty()) return 0;
    const CFaceScanPlane grey = {plane.samples.data(), plane.width, plane.height, plane.bytes_per_row};
    const double limit = plane.options & 4 ? -0.5 : 0.1;
    const CFaceScanPass passes[] = {{8, 1 + plane.options % 8, limit}, {4, 1 + plane.options / 32, limit}};
    CFaceScanFace found[2][16] = {};
    int counts[2];
    for (int portable = 0; portable < 2; portable++) {
        counts[portable] = CFaceScanFind(filters, scratches[portable], grey, passes, 2, found[portable], 16);
    }
    if (counts[0] != counts[1]) __builtin_trap();  // Both find the same.
    float points[2 * LandmarkPoints];
    CFaceScanLandmarksFind(landmarks, grey, bytes[0] - 128, bytes[1] - 128, 1 + plane.options, points);
    return 0;
}
