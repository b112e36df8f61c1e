// YuNet's file alone on pictures shrunk to a longest side, for comparison: no second look, no other opinion.
// yunet MODEL SIDE THRESHOLD FILE... prints one line a file: {"file":"…","boxes":[[x,y,width,height],…]}

#include "shrunk.hpp"

#include <CYuNet.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

static void find(CYuNetDetector *detector, double side, float threshold, const char *file) {
    const auto [plane, scale] = Shrunk(file, side);
    std::array<CYuNetFace, 1000> faces;
    const int count = CYuNetFind(
        detector, plane.data, plane.cols, plane.rows, static_cast<int>(plane.step), threshold, faces.data(),
        static_cast<int>(faces.size()));
    if (count < 0) throw std::runtime_error("the model failed");
    std::printf("{\"file\":\"%s\",\"boxes\":[", file);
    for (int n = 0; n < count; n++) {
        std::printf(
            "%s[%.1f,%.1f,%.1f,%.1f]", n ? "," : "", faces[n].x / scale, faces[n].y / scale,
            faces[n].width / scale, faces[n].height / scale);
    }
    std::printf("]}\n");
}

int main(int count, char **arguments) {
    if (count < 5) {
        std::fprintf(stderr, "usage: yunet MODEL SIDE THRESHOLD FILE...\n");
        return 64;
    }
    std::ifstream file(arguments[1], std::ios::binary);
    const std::vector<char> model{std::istreambuf_iterator<char>(file), {}};
    std::array<char, 300> reason{};
    CYuNetDetector *const detector =
        CYuNetMake(model.data(), model.size(), reason.data(), static_cast<int>(reason.size()));
    if (!detector) {
        std::fprintf(stderr, "yunet: %s\n", reason.data());
        return 1;
    }
    try {
        for (int i = 4; i < count; i++) {
            find(detector, std::atof(arguments[2]), static_cast<float>(std::atof(arguments[3])), arguments[i]);
        }
    } catch (const std::exception &error) {
        std::fprintf(stderr, "yunet: %s\n", error.what());
        CYuNetFree(detector);
        return 1;
    }
    CYuNetFree(detector);
    return 0;
}
