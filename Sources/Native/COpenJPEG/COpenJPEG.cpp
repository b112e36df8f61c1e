#include "COpenJPEG.h"

#include <algorithm>
#include <cstring>

#include "../CApart/Apart.hpp"
#include "Components.hpp"
#include "Library.hpp"

namespace {

// The bytes as the library asks for them.
struct Source {
    const uint8_t *bytes;
    size_t count;
    size_t position;
};

constexpr OPJ_SIZE_T at_end = static_cast<OPJ_SIZE_T>(-1);

OPJ_SIZE_T read(void *target, OPJ_SIZE_T count, void *context) {
    Source &source = *static_cast<Source *>(context);
    const size_t part = std::min<size_t>(count, source.count - source.position);
    if (part == 0) return at_end;
    memcpy(target, source.bytes + source.position, part);
    source.position += part;
    return part;
}

OPJ_OFF_T skip(OPJ_OFF_T count, void *context) {
    Source &source = *static_cast<Source *>(context);
    if (count < 0 || source.position == source.count) return -1;
    const size_t part = std::min<size_t>(count, source.count - source.position);
    source.position += part;
    return static_cast<OPJ_OFF_T>(part);
}

OPJ_BOOL seek(OPJ_OFF_T place, void *context) {
    Source &source = *static_cast<Source *>(context);
    if (place < 0 || static_cast<size_t>(place) > source.count) return OPJ_FALSE;
    source.position = place;
    return OPJ_TRUE;
}

// The first error: those behind it say that this or that failed because of it.
void take_error(const char *message, void *context) {
    apart::Target &target = *static_cast<apart::Target *>(context);
    if (target.picture.status != CAPART_OK) return;
    const bool is_memory = strstr(message, "memory");
    target.fail(is_memory ? CAPART_OVER_LIMIT : CAPART_FAILED, message);
}

void decode(const uint8_t *bytes, size_t count, apart::Target &target) {
    const bool is_stream = count > 1 && bytes[0] == 0xFF && bytes[1] == 0x4F;
    opj_codec_t *const codec = opj().create_decompress(is_stream ? OPJ_CODEC_J2K : OPJ_CODEC_JP2);
    const auto codec_owner = apart::owned(codec, opj().destroy_codec);
    constexpr OPJ_SIZE_T buffered = 1 << 16;
    opj_stream_t *const stream = opj().stream_create(buffered, OPJ_TRUE);
    const auto stream_owner = apart::owned(stream, opj().stream_destroy);
    if (!codec || !stream) return target.fail(CAPART_OVER_LIMIT, "no memory");
    opj().set_error_handler(codec, take_error, &target);
    Source source = {bytes, count, 0};
    opj().stream_set_user_data(stream, &source, nullptr);
    opj().stream_set_user_data_length(stream, count);
    opj().stream_set_read_function(stream, read);
    opj().stream_set_skip_function(stream, skip);
    opj().stream_set_seek_function(stream, seek);
    // Threads are as many as by default, none: the caller runs as many pictures at once as it wants.
    opj_dparameters_t parameters;
    opj().set_default_decoder_parameters(&parameters);
    opj_image_t *image = nullptr;
    const bool has_header = opj().setup_decoder(codec, &parameters) && opj().read_header(stream, codec, &image);
    const auto image_owner = apart::owned(image, opj().image_destroy);
    if (!has_header || !image || image->numcomps < 1) {
        if (target.picture.status == CAPART_OK) target.fail(CAPART_FAILED, "there is no header");
        return;
    }
    if (!target.set_size(image->comps[0].w, image->comps[0].h)) return;
    const bool is_decoded = opj().decode(codec, stream, image);
    // Of what it has got over the library speaks as of errors.
    if (is_decoded) {
        target.picture.status = CAPART_OK;
        copy_components(*image, target);
    } else if (target.picture.status == CAPART_OK) {
        target.fail(CAPART_FAILED, "damaged");
    }
}

} // namespace

const char *COpenJPEGOpen(void) {
    try {
        return opj().problem[0] ? opj().problem : nullptr;
    } catch (...) {
        return "it cannot be initialised";
    }
}

CApartPicture *COpenJPEGDecode(const uint8_t *bytes, size_t count, CApartLimits limits) {
    return apart::decode("OpenJPEG", limits, [=](apart::Target &target) { decode(bytes, count, target); });
}
