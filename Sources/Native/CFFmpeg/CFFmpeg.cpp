#include "CFFmpeg.h"

#include <algorithm>

#include "FileInput.hpp"
#include "Library.hpp"
#include "Movie.hpp"
#include "PacketInput.hpp"

const char *CFFmpegOpen(void) {
    try {
        return ff().problem[0] ? ff().problem : nullptr;
    } catch (...) {
        return "they cannot be initialised";
    }
}

static CFFmpegMovie *create(std::unique_ptr<ffmpeg::Input> input, int64_t most_pixels) {
    auto movie = std::make_unique<CFFmpegMovie>(std::move(input), std::clamp<int64_t>(most_pixels, 0, INT32_MAX));
    return movie->has_memory() ? movie.release() : nullptr;
}

CFFmpegMovie *CFFmpegCreate(int descriptor, int64_t most_pixels) {
    if (CFFmpegOpen()) return nullptr;
    try {
        return create(std::make_unique<ffmpeg::FileInput>(descriptor), most_pixels);
    } catch (...) {
        return nullptr;
    }
}

CFFmpegMovie *CFFmpegCreateStream(const char *description, size_t size, int64_t most_pixels) {
    if (CFFmpegOpen()) return nullptr;
    try {
        return create(std::make_unique<ffmpeg::PacketInput>(std::string(description, size)), most_pixels);
    } catch (...) {
        return nullptr;
    }
}

bool CFFmpegPut(CFFmpegMovie *movie, const uint8_t *packet, size_t size) {
    try {
        movie->put(std::string(reinterpret_cast<const char *>(packet), size));
        return true;
    } catch (...) {
        return false;
    }
}

void CFFmpegSkipToKeyFrame(CFFmpegMovie *movie) { movie->skip_to_key_frame(); }

int CFFmpegFramesBeforeKeyFrame(const CFFmpegMovie *movie) { return movie->frames_before_key_frame(); }

void CFFmpegDecode(CFFmpegMovie *movie, bool decodes) { movie->decode_pictures(decodes); }

bool CFFmpegTakeUnit(CFFmpegMovie *movie, CFFmpegUnit *unit) {
    try {
        return movie->take_unit(*unit);
    } catch (...) {
        return false;
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

CFFmpegStatus CFFmpegChroma(CFFmpegMovie *movie, uint8_t *blue, uint8_t *red) {
    try {
        return movie->chroma(blue, red);
    } catch (...) {
        return movie->fail_without_memory();
    }
}

const char *CFFmpegMessage(const CFFmpegMovie *movie) { return movie->message(); }

void CFFmpegDestroy(CFFmpegMovie *movie) { delete movie; }
