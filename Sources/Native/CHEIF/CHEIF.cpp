#include "CHEIF.h"

#include <cstring>

#include "../CApart/Apart.hpp"
#include "Library.hpp"

namespace {

bool has_failed(const heif_error &error, apart::Target &target) {
    if (error.code == heif_error_Ok) return false;
    const bool is_codec = error.subcode == heif_suberror_Unsupported_codec;
    const bool is_memory = error.code == heif_error_Memory_allocation_error;
    target.fail(is_codec ? CAPART_NO_DECODER : is_memory ? CAPART_OVER_LIMIT : CAPART_FAILED, error.message);
    return true;
}

// Copies a plane of the picture's size, nothing of another size.
void copy(const heif_image *image, heif_channel channel, apart::Target &target, CApartPlane &plane) {
    int stride = 0;
    const uint8_t *source = heif().image_get_plane_readonly(image, channel, &stride);
    const int bits = heif().image_get_bits_per_pixel_range(image, channel);
    const CApartPicture &picture = target.picture;
    if (!source || bits < 1 || bits > 16 || heif().image_get_width(image, channel) != picture.width ||
        heif().image_get_height(image, channel) != picture.height) {
        return;
    }
    uint8_t *samples = target.add(plane, bits);
    const size_t row = static_cast<size_t>(picture.width) * (bits > 8 ? 2 : 1);
    for (int64_t y = 0; y < picture.height; y++) memcpy(samples + y * row, source + y * stride, row);
}

void decode(const uint8_t *bytes, size_t count, apart::Target &target) {
    CApartPicture &picture = target.picture;
    heif_context *const context = heif().context_alloc();
    const auto context_owner = apart::owned(context, heif().context_free);
    if (!context) return target.fail(CAPART_OVER_LIMIT, "no memory");
    // The greatest side that the codecs have.
    heif().context_set_maximum_image_size_limit(context, 65536);
    // Tiles are decoded one after the other: the caller runs as many pictures at once as it wants.
    heif().context_set_max_decoding_threads(context, 0);
    heif_error error = heif().context_read_from_memory_without_copy(context, bytes, count, nullptr);
    if (has_failed(error, target)) return;
    heif_image_handle *handle = nullptr;
    error = heif().context_get_primary_image_handle(context, &handle);
    const auto handle_owner = apart::owned(handle, heif().image_handle_release);
    if (has_failed(error, target)) return;
    if (!target.set_size(heif().image_handle_get_width(handle), heif().image_handle_get_height(handle))) return;
    heif_image *image = nullptr;
    error = heif().decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, nullptr);
    const auto image_owner = apart::owned(image, heif().image_release);
    if (has_failed(error, target)) return;
    const heif_colorspace space = heif().image_get_colorspace(image);
    // Without a profile in file and stream, HEIF means the full range.
    picture.is_full_range = true;
    bool is_rgb = space == heif_colorspace_RGB;
    heif_color_profile_nclx *profile = nullptr;
    error = heif().image_get_nclx_color_profile(image, &profile);
    const auto profile_owner = apart::owned(profile, heif().nclx_color_profile_free);
    if (error.code == heif_error_Ok && profile) {
        picture.is_full_range = profile->full_range_flag;
        // Identity as matrix: what stands in the planes of YCbCr is green, blue, red.
        if (space == heif_colorspace_YCbCr && profile->matrix_coefficients == heif_matrix_coefficients_RGB_GBR) {
            is_rgb = true;
        }
    }
    const bool is_named_so = space == heif_colorspace_RGB;
    copy(image, is_named_so ? heif_channel_G : heif_channel_Y, target, picture.luma);
    if (is_rgb) {
        copy(image, is_named_so ? heif_channel_B : heif_channel_Cb, target, picture.blue);
        copy(image, is_named_so ? heif_channel_R : heif_channel_Cr, target, picture.red);
    }
    copy(image, heif_channel_Alpha, target, picture.alpha);
    picture.is_premultiplied = heif().image_handle_is_premultiplied_alpha(handle);
    if (!picture.luma.samples) target.fail(CAPART_FAILED, "the picture has another size than the file says");
}

} // namespace

const char *CHEIFOpen(void) {
    try {
        return heif().problem[0] ? heif().problem : nullptr;
    } catch (...) {
        return "it cannot be initialised";
    }
}

CApartPicture *CHEIFDecode(const uint8_t *bytes, size_t count, CApartLimits limits) {
    return apart::decode("libheif", limits, [=](apart::Target &target) { decode(bytes, count, target); });
}
