#include "CFFmpeg.h"

#include <algorithm>

#include "Library.hpp"
#include "Movie.hpp"

const char *CFFmpegOpen(void) {
    try {
        return ff().problem[0] ? ff().problem : nullptr;
    } catch (...) {
        return "they cannot be initialised";
    }
}

CFFmpegMovie *CFFmpegCreate(int descriptor, int64_t most_pixels) {
    if (CFFmpegOpen()) return nullptr;
    try {
        auto movie = std::make_unique<CFFmpegMovie>(descriptor, std::clamp<int64_t>(most_pixels, 0, INT32_MAX));
        return movie->has_memory() ? movie.release() : nullptr;
    } catch (...) {
        return nullptr;
    }
}

CFFmpegStatus CFFmpegNext(CFFmpegMovie *movie, int64_t earliest, CFFmpegFrame *frame) {
    try {
        return movie->next(earliest, *frame);
    } catch (...) {
        return movie->fail_without_memory();
    }
}

CFFmpegStatus CFFmpegLuma(CFFmpegMovie *movie, uint8_t *samples) {
    try {
        return movie->luma(samples);
    } catch (...) {
        return movie->fail_without_memory();
    }
}

const char *CFFmpegMessage(const CFFmpegMovie *movie) { return movie->message(); }

void CFFmpegDestroy(CFFmpegMovie *movie) { delete movie; }
