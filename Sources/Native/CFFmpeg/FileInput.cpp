#include "FileInput.hpp"

#include <cerrno>
#include <vector>

#include <poll.h>
#include <unistd.h>

namespace ffmpeg {
namespace {

// Files that hold their pictures themselves. Nearly all others that the library reads are streams, lists of other files, pictures
// one by one, or games'.
constexpr const char *kinds = "mov,matroska,avi,mpegts,mpeg,flv,ogg,asf,nut";

constexpr int most_streams = 256;
constexpr int64_t probed_bytes = 5 << 20, probed_microseconds = 5000000;

// Dictionaries of options, one for each stream.
struct StreamOptions {
    std::vector<AVDictionary *> each;

    explicit StreamOptions(size_t count) : each(count) {}
    ~StreamOptions() {
        for (AVDictionary *&options : each) ff().av_dict_free(&options);
    }
};

} // namespace

FileInput::FileInput(int descriptor) : descriptor_(descriptor) {
    const off_t place = lseek(descriptor, 0, SEEK_CUR);
    // Devices have no end; what stands elsewhere has somebody who has read its beginning.
    is_stream_ = place != 0 || lseek(descriptor, 0, SEEK_END) <= 0;
    if (place >= 0) lseek(descriptor, place, SEEK_SET);
}

FileInput::~FileInput() {
    // Its bytes are read by it.
    ff().avformat_close_input(&format_);
    if (bytes_) ff().av_free(bytes_->buffer);
    ff().avio_context_free(&bytes_);
}

std::unique_ptr<Input> FileInput::again() const {
    if (is_stream_) return nullptr;
    // Wherever it stands by now.
    lseek(descriptor_, 0, SEEK_SET);
    return std::make_unique<FileInput>(descriptor_);
}

// Waits where its owner made it not wait.
ssize_t FileInput::read_on(uint8_t *target, int count) {
    for (;;) {
        const ssize_t got = ::read(descriptor_, target, count);
        if (got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return got;
        pollfd wanted = {descriptor_, POLLIN, 0};
        poll(&wanted, 1, -1);
    }
}

// The descriptor's own position is not used of a file, so that whoever moves it disturbs nothing.
int FileInput::read_bytes(void *opaque, uint8_t *target, int count) {
    FileInput &input = *static_cast<FileInput *>(opaque);
    ssize_t got;
    do {
        got = input.is_stream_ ? input.read_on(target, count) : pread(input.descriptor_, target, count, input.position_);
    } while (got < 0 && errno == EINTR);
    if (got < 0) return AVERROR(errno);
    if (got == 0) return AVERROR_EOF;
    if (input.is_stream_) input.boxes_.take(target, got);
    input.position_ += got;
    if (input.has_boxes_ && input.boxes_.is_index_behind()) return AVERROR(ESPIPE);
    return static_cast<int>(got);
}

int64_t FileInput::seek(void *opaque, int64_t offset, int whence) {
    FileInput &input = *static_cast<FileInput *>(opaque);
    int64_t base = 0;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return input.size();
    case SEEK_SET: break;
    case SEEK_CUR: base = input.position_; break;
    case SEEK_END: base = input.size(); break;
    default: return AVERROR(EINVAL);
    }
    int64_t place;
    if (base < 0 || __builtin_add_overflow(base, offset, &place) || place < 0) return AVERROR(EINVAL);
    return input.position_ = place;
}

// fstat of the C library asks by a call that workers may not make.
int64_t FileInput::size() const {
    if (is_stream_) return position_;
    const off_t end = lseek(descriptor_, 0, SEEK_END);
    return end < 0 ? AVERROR(errno) : end;
}

int FileInput::probe() {
    constexpr int buffered = 1 << 16;
    auto *buffer = static_cast<uint8_t *>(ff().av_malloc(buffered));
    if (buffer) bytes_ = ff().avio_alloc_context(buffer, buffered, 0, this, read_bytes, nullptr, is_stream_ ? nullptr : seek);
    if (!bytes_) ff().av_free(buffer);
    if (!bytes_ || !has_context()) return AVERROR(ENOMEM);
    format_->pb = bytes_;
    const int result = ff().av_probe_input_buffer2(bytes_, &kind_, "", nullptr, 0, 0);
    if (result < 0 && position_ == 0) return AVERROR_EOF;
    if (result < 0 && result != AVERROR_INVALIDDATA && result != AVERROR_EOF) return result;
    has_boxes_ = is_stream_ && result >= 0 && ff().av_match_list(kind_->name, "mov", ',');
    if (has_boxes_ && boxes_.is_index_behind()) return AVERROR(ESPIPE);
    return result >= 0 && ff().av_match_list(kind_->name, kinds, ',') ? 0 : AVERROR_DEMUXER_NOT_FOUND;
}

int FileInput::open(int64_t most_pixels) {
    int error = probe();
    if (error < 0) return error;
    format_->probesize = probed_bytes;
    format_->max_analyze_duration = probed_microseconds;
    format_->max_streams = most_streams;
    format_->skip_estimate_duration_from_pts = 1;
    AVDictionary *options = nullptr;
    ff().av_dict_set(&options, "format_whitelist", kinds, 0);
    ff().av_dict_set(&options, "protocol_whitelist", "", 0);
    // Of QuickTime's movies, whose samples may be in other files; others do not know them.
    ff().av_dict_set(&options, "enable_drefs", "0", 0);
    ff().av_dict_set(&options, "use_absolute_path", "0", 0);
    // Frees the context where it fails.
    error = ff().avformat_open_input(&format_, "", kind_, &options);
    ff().av_dict_free(&options);
    if (error < 0) return error;
    StreamOptions each(format_->nb_streams);
    for (AVDictionary *&options : each.each) {
        ff().av_dict_set_int(&options, "max_pixels", most_pixels, 0);
        ff().av_dict_set_int(&options, "threads", 1, 0);
    }
    return ff().avformat_find_stream_info(format_, each.each.data());
}

bool FileInput::is_cut_short(AVStream *stream) const {
    const int64_t end = size();
    const int count = ff().avformat_index_get_entries_count(stream);
    for (int index = 0; index < count; index++) {
        const AVIndexEntry *const entry = ff().avformat_index_get_entry(stream, index);
        if (entry->pos > end - entry->size) return true;
    }
    return false;
}

} // namespace ffmpeg
