// What a shim over a library calls to have a picture decoded apart.
#pragma once

#include "CApart.h"

#include <memory>

namespace apart {

// Where a decoder leaves a picture.
class Target {
  public:
    CApartPicture &picture;

    Target(CApartPicture &picture, uint8_t *samples, int64_t most_pixels)
        : picture(picture), free_(samples), most_pixels_(most_pixels) {}

    // The first line of a message; the last of several counts.
    void fail(CApartStatus status, const char *message);

    // False, and the picture is too large, if there is no room for planes of this size.
    bool set_size(int64_t width, int64_t height);

    // Room for a plane of the picture's size, and the plane as the picture has it; at most five.
    uint8_t *add(CApartPlane &plane, int bits);

  private:
    uint8_t *free_;
    int64_t most_pixels_;
};

// Has `body` decode a picture in a child process, or in this one if it is to be here; NULL without memory or processes.
CApartPicture *decode(const char *library, CApartLimits limits, void (*body)(void *, Target &), void *context);

template <typename Body> CApartPicture *decode(const char *library, CApartLimits limits, Body body) {
    const auto call = [](void *context, Target &target) { (*static_cast<Body *>(context))(target); };
    return decode(library, limits, call, &body);
}

// What a library gives is ours to free: a process that decodes here decodes many pictures.
template <typename T, typename Free> std::unique_ptr<T, Free> owned(T *pointer, Free free) { return {pointer, free}; }

} // namespace apart
