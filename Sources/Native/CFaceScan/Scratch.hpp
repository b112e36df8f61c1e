#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <vector>

#include "InstructionSet.hpp"

namespace facescan {

/// Memory that grows and is kept; what was in it is lost when it grows.
template <typename Element> class Buffer {
    Element *memory = nullptr;
    size_t count = 0;

  public:
    Buffer() = default;
    Buffer(const Buffer &) = delete;
    Buffer &operator=(const Buffer &) = delete;
    ~Buffer() { std::free(memory); }

    /// Room for as many elements, aligned to 64 bytes.
    Element *room(size_t wanted) {
        if (wanted > count) {
            std::free(memory);
            count = 0;
            const size_t bytes = (wanted * sizeof(Element) + 63) / 64 * 64;
            memory = static_cast<Element *>(std::aligned_alloc(64, bytes));
            if (!memory) throw std::bad_alloc();
            count = wanted;
        }
        return memory;
    }
};

/// What one search of a plane needs besides its gradients.
struct SweepBuffers {
    Buffer<float> corners, shares, histograms, energies;
    Buffer<int16_t> features;
};

/// A window that scored.
struct Hit {
    double score;
    int filter, level, column, row;
};

} // namespace facescan

struct CFaceScanScratch {
    const facescan::InstructionSet &instructions;
    /// Two versions of the plane in turn.
    facescan::Buffer<uint8_t> planes[2];
    facescan::Buffer<int32_t> left;
    facescan::Buffer<float> share, mixed;
    facescan::Buffer<float> magnitudes;
    facescan::Buffer<uint16_t> bins;
    /// One of each a pass.
    facescan::SweepBuffers sweeps[facescan::mostPasses];
    std::vector<facescan::Hit> hits[facescan::mostPasses];

    explicit CFaceScanScratch(const facescan::InstructionSet &instructions) : instructions(instructions) {}
};
