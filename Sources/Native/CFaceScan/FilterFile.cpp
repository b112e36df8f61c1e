#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <new>
#include <numeric>

#include "Filters.hpp"
#include "Rejection.hpp"

using namespace facescan;

namespace {

constexpr char magic[8] = "FHOGv4";

/// The file, in the processor's byte order.
struct File {
    char magic[8];
    /// Of all that follows.
    uint64_t check;
    float weights[filterCount][cellCount][cellLength];
    float thresholds[filterCount];
    int32_t order[limitSetCount][filterCount][cellCount];
    float limits[limitSetCount][filterCount][stepCount];
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

/// Brings the weights of a filter into an order.
void arrange(Schedule &schedule, const int32_t *order, const float (&weights)[cellCount][cellLength]) {
    for (int place = 0; place < cellCount; ++place) {
        schedule.order[place] = order[place];
        int16_t *const to = schedule.weights[place / stepCells] + place % stepCells * cellLength;
        for (int i = 0; i < cellLength; ++i)
            to[i] = static_cast<int16_t>(std::lrint(weights[order[place]][i] * weightScale));
    }
}

} // namespace

size_t CFaceScanFilterFileSize(void) { return sizeof(File); }

void CFaceScanFilterFile(const float *weights, void *bytes) {
    File *const file = static_cast<File *>(bytes);
    std::memset(file, 0, sizeof *file);
    std::memcpy(file->magic, magic, sizeof magic);
    for (int filter = 0; filter < filterCount; ++filter) {
        const float *const from = weights + filter * CFaceScanWeightCount;
        for (int plane = 0; plane < 31; ++plane)
            for (int cell = 0; cell < cellCount; ++cell)
                file->weights[filter][cell][place(plane)] = from[plane * cellCount + cell];
        file->thresholds[filter] = from[31 * cellCount];
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
        for (const auto &cell : file->weights[filter])
            for (const float weight : cell) isSound = isSound && std::fabs(weight) < 1;
    }
    for (int filter = 0; isSound && filter < filterCount; ++filter) {
        const auto &weights = file->weights[filter];
        for (int set = 0; set < limitSetCount; ++set) {
            Schedule &schedule = made->schedules[set][filter];
            arrange(schedule, file->order[set][filter], weights);
            for (int step = 0; step < stepCount; ++step)
                schedule.limits[step] = CFaceScanFilters::scaled(file->limits[set][filter][step]);
        }
        int inTurn[cellCount];
        std::iota(inTurn, inTurn + cellCount, 0);
        arrange(made->patient[filter], inTurn, weights);
        std::fill_n(made->patient[filter].limits, stepCount, INT32_MIN);
    }
    if (isSound) return made;
    CFaceScanFiltersFree(made);
    return nullptr;
}

void CFaceScanFiltersFree(CFaceScanFilters *filters) { ::operator delete(filters, std::align_val_t(64)); }
