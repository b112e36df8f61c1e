#include "Input.hpp"

namespace ffmpeg {
namespace {

// Nothing but what was given is opened.
int refuse(AVFormatContext *, AVIOContext **, const char *, int, AVDictionary **) { return AVERROR(EPERM); }

} // namespace

Input::~Input() {
    // Leaves what it did not open itself.
    ff().avformat_close_input(&format_);
}

bool Input::has_context() {
    format_ = ff().avformat_alloc_context();
    if (!format_) return false;
    format_->flags |= AVFMT_FLAG_CUSTOM_IO;
    format_->io_open = refuse;
    return true;
}

AVStream *Input::video() const {
    AVStream *first = nullptr;
    for (unsigned index = 0; index < format_->nb_streams; index++) {
        AVStream *const stream = format_->streams[index];
        const bool is_picture = stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS);
        if (stream->codecpar->codec_type != AVMEDIA_TYPE_VIDEO || is_picture) continue;
        if (stream->disposition & AV_DISPOSITION_DEFAULT) return stream;
        if (!first) first = stream;
    }
    return first;
}

void Input::keep_only(const AVStream *stream) {
    for (unsigned index = 0; index < format_->nb_streams; index++) {
        if (format_->streams[index] != stream) format_->streams[index]->discard = AVDISCARD_ALL;
    }
}

} // namespace ffmpeg
