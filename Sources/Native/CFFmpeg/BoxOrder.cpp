#include "BoxOrder.hpp"

#include <algorithm>
#include <cstring>

namespace ffmpeg {

void BoxOrder::take(const uint8_t *bytes, size_t count) {
    while (count > 0 && found_ == NEITHER) {
        if (left_ > 0) {
            const size_t passed = std::min<uint64_t>(left_, count);
            left_ -= passed;
            bytes += passed;
            count -= passed;
            continue;
        }
        header_[known_++] = *bytes++;
        count--;
        if (known_ < 8) continue;
        uint64_t size = 0;
        for (size_t index = 0; index < 4; index++) size = size << 8 | header_[index];
        if (memcmp(header_ + 4, "moov", 4) == 0) found_ = INDEX;
        if (memcmp(header_ + 4, "mdat", 4) == 0) found_ = PICTURES;
        if (size == 1) {
            if (known_ < 16) continue;
            size = 0;
            for (size_t index = 8; index < 16; index++) size = size << 8 | header_[index];
        }
        // One without a size is the last.
        left_ = size == 0 ? UINT64_MAX : std::max<uint64_t>(size, known_) - known_;
        known_ = 0;
    }
}

} // namespace ffmpeg
