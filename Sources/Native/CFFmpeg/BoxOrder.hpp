// In which order the parts of an MP4 or QuickTime movie come that is read in one go.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ffmpeg {

class BoxOrder {
  public:
    // Takes bytes that follow those before.
    void take(const uint8_t *bytes, size_t count);

    // Whether pictures have come before the index that says where they are.
    bool is_index_behind() const { return found_ == PICTURES; }

  private:
    // What came first.
    enum { NEITHER, INDEX, PICTURES } found_ = NEITHER;
    // The beginning of a part: its size and its name, and more of the size where it is large.
    uint8_t header_[16] = {};
    size_t known_ = 0;
    // Bytes up to the next part.
    uint64_t left_ = 0;
};

} // namespace ffmpeg
