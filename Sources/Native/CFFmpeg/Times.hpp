// Times in a stream's units.
#pragma once

#include <algorithm>
#include <cstdint>

#include "Library.hpp"

namespace ffmpeg {

// Years, so that sums of some times are none too large.
constexpr int64_t longest_time = int64_t(1) << 60;

// Units of a time base as nanoseconds.
inline int64_t nanoseconds(int64_t units, AVRational base) {
    constexpr AVRational nanosecond = {1, 1000000000};
    const int64_t result = ff().av_rescale_q_rnd(units, base, nanosecond, AV_ROUND_NEAR_INF);
    // What the library says where it overflows.
    if (result == INT64_MIN) return units < 0 ? -longest_time : longest_time;
    return std::clamp(result, -longest_time, longest_time);
}

// How much later one is than another.
inline int64_t difference(int64_t units, int64_t earlier) {
    int64_t passed;
    return __builtin_sub_overflow(units, earlier, &passed) ? (units < 0 ? -longest_time : longest_time) : passed;
}

} // namespace ffmpeg
