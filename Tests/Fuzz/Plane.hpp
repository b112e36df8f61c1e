// A grey plane made of a fuzzer's bytes: two bytes of measures, then pixels, or modules a bit each with a light edge.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

struct Plane {
    int width = 0;
    int height = 0;
    int bytes_per_row = 0;
    // What is left for options.
    uint8_t options = 0;
    std::vector<uint8_t> samples;

    Plane(const uint8_t *bytes, size_t count) {
        if (count < 4) return;
        options = bytes[2];
        const bool is_modules = bytes[1] & 0x80;
        const int side = is_modules ? 1 + bytes[1] % 5 : 1;
        const int columns = 1 + bytes[0] % (is_modules ? 100 : 256);
        bytes += 3;
        count -= 3;
        const size_t cells = is_modules ? count * 8 : count;
        const int rows = static_cast<int>(std::min<size_t>((cells + columns - 1) / columns, 256));
        const int edge = is_modules ? 4 * side : 0;
        width = columns * side + 2 * edge;
        height = rows * side + 2 * edge;
        // Rows may stand apart, and what is between them is not the reader's.
        bytes_per_row = width + options % 3;
        samples.assign(static_cast<size_t>(bytes_per_row) * height, 255);
        for (int y = edge; y < height - edge; y++) {
            for (int x = edge; x < width - edge; x++) {
                const size_t cell = static_cast<size_t>((y - edge) / side) * columns + (x - edge) / side;
                if (cell >= cells) continue;
                const uint8_t bit = (bytes[cell / 8] >> cell % 8) & 1;
                samples[static_cast<size_t>(y) * bytes_per_row + x] = is_modules ? (bit ? 0 : 255) : bytes[cell];
            }
        }
    }

    bool is_empty() const { return samples.empty(); }
};
