#include <cmath>
#include <cstddef>
#include <cstring>
#include <new>

#include "Filters.hpp"
#include "Rejection.hpp"

using namespace facescan;

namespace {

constexpr char magic[8] = "FHOGv3";

/// The file, in the processor's byte order.
struct File {
    char magic[8];
    /// Of all that follows.
    uint64_t check;
    float weights[filterCount][windowCells][windowCells * cellLength];
    float thresholds[filterCount];
    int32_t order[limitSetCount][filterCount][halfRowCount];
    float limits[limitSetCount][filterCount][halfRowCount];
};

/// Where dlib's plane of features stands among the numbers of a cell.
constexpr int place(int plane) {
    return plane < 18 ? plane : plane < 27 ? plane + 2 : plane < 29 ? plane - 9 : plane;
}

uint64_t check(const File &file) {
    const unsigned char *const bytes = reinterpret_cast<const unsigned char *>(&file);
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t at = offsetof(File, weights); at < sizeof file; ++at) sum = (sum ^ bytes[at]) * 0x100000001b3u;
    return sum;
}

} // namespace

size_t CFaceScanFilterFileSize(void) { return sizeof(File); }

void CFaceScanFilterFile(const float *weights, void *bytes) {
    File *const file = static_cast<File *>(bytes);
    std::memset(file, 0, sizeof *file);
    std::memcpy(file->magic, magic, sizeof magic);
    constexpr int cells = windowCells * windowCells;
    for (int filter = 0; filter < filterCount; ++filter) {
        const float *const from = weights + filter * CFaceScanWeightCount;
        for (int plane = 0; plane < 31; ++plane)
            for (int cell = 0; cell < cells; ++cell)
                file->weights[filter][cell / windowCells][cell % windowCells * cellLength + place(plane)] =
                    from[plane * cells + cell];
        file->thresholds[filter] = from[31 * cells];
    }
    std::memcpy(file->order, rejectionOrder, sizeof file->order);
    std::memcpy(file->limits, rejectionLimits, sizeof file->limits);
    file->check = check(*file);
}

CFaceScanFilters *CFaceScanFiltersMake(const void *bytes, size_t size) {
    const File *const file = static_cast<const File *>(bytes);
    // One with other limits than these was made by another version.
    if (size != sizeof *file || std::memcmp(file->magic, magic, sizeof magic) != 0 || file->check != check(*file) ||
        std::memcmp(file->order, rejectionOrder, sizeof file->order) != 0 ||
        std::memcmp(file->limits, rejectionLimits, sizeof file->limits) != 0)
        return nullptr;
    CFaceScanFilters *const made = new (std::align_val_t(64), std::nothrow) CFaceScanFilters;
    if (!made) return nullptr;
    bool isSound = true;
    for (int filter = 0; filter < filterCount; ++filter) {
        made->thresholds[filter] = file->thresholds[filter];
        isSound = isSound && std::fabs(file->thresholds[filter]) < 8;
        for (int half = 0; half < halfRowCount; ++half)
            for (int i = 0; i < halfRowLength; ++i) {
                const float weight = file->weights[filter][half / 2][half % 2 * halfRowLength + i];
                isSound = isSound && std::fabs(weight) < 1;
                made->weights[filter][half][i] =
                    isSound ? static_cast<int16_t>(std::lrint(weight * weightScale)) : int16_t(0);
            }
        for (int set = 0; set < limitSetCount; ++set) {
            for (int step = 0; step < halfRowCount; ++step) {
                made->schedules[set][filter].order[step] = file->order[set][filter][step];
                for (int32_t &limit : made->schedules[set][filter].limits[step])
                    limit = CFaceScanFilters::scaled(file->limits[set][filter][step]);
            }
        }
        for (int step = 0; step < halfRowCount; ++step) {
            made->patient[filter].order[step] = step;
            for (int32_t &limit : made->patient[filter].limits[step]) limit = INT32_MIN;
        }
    }
    if (isSound) return made;
    CFaceScanFiltersFree(made);
    return nullptr;
}

void CFaceScanFiltersFree(CFaceScanFilters *filters) { ::operator delete(filters, std::align_val_t(64)); }
