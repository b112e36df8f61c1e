// CFFmpeg: any bytes as a movie, of which some frames are decoded. What begins like no kind of movie is refused at once, so that
// there are beginnings of some to start from.
#include <cstring>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "CFFmpeg.h"

namespace {

constexpr int most_frames = 50;
constexpr int64_t most_pixels = 1 << 20;

// Decodes frames one after the other, or passes over some between them.
void play(CFFmpegMovie *movie, int64_t interval) {
    CFFmpegFrame frame = {};
    std::vector<uint8_t> samples;
    int64_t number = -1, time = 0;
    for (int count = 0; count < most_frames; count++) {
        const CFFmpegStatus status = CFFmpegNext(movie, interval ? time + interval : 0, &frame);
        if (status != CFFMPEG_OK && strlen(CFFmpegMessage(movie)) > 255) __builtin_trap();
        if (status == CFFMPEG_PASSED) continue;
        if (status != CFFMPEG_OK && status != CFFMPEG_LOST) break;
        // What was passed over and turns out to be damaged may have been counted otherwise.
        if (interval && frame.number <= number) number = frame.number - 1;
        if (frame.number <= number || frame.time < time || frame.duration < 0) __builtin_trap();
        number = frame.number;
        time = frame.time;
        if (status == CFFMPEG_LOST) continue;
        const int64_t pixels = static_cast<int64_t>(frame.width) * frame.height;
        if (frame.width < 1 || frame.height < 1 || pixels > most_pixels) __builtin_trap();
        samples.resize(pixels);
        CFFmpegLuma(movie, samples.data());
        if (frame.matrix == CFFMPEG_GREY) continue;
        std::vector<uint8_t> chroma[2];
        for (auto &plane : chroma) plane.resize(static_cast<size_t>((frame.width + 1) / 2) * ((frame.height + 1) / 2));
        CFFmpegChroma(movie, chroma[0].data(), chroma[1].data());
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    if (CFFmpegOpen()) __builtin_trap();
    const int file = memfd_create("movie", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, count) != static_cast<ssize_t>(count)) __builtin_trap();
    for (const int64_t interval : {INT64_C(0), INT64_C(1500000000)}) {
        // From elsewhere it would be read in one go.
        lseek(file, 0, SEEK_SET);
        CFFmpegMovie *const movie = CFFmpegCreate(file, most_pixels);
        if (!movie) __builtin_trap();
        play(movie, interval);
        CFFmpegDestroy(movie);
    }
    close(file);
    return 0;
}
