#include "CJXL.h"

#include "../CApart/Apart.hpp"
#include "Library.hpp"

namespace {

// Planes that the library's pixels are sorted into.
struct Planes {
    const CApartPicture &picture;
    uint32_t colours;
    uint8_t *red, *luma, *blue, *alpha;
};

// Some pixels of a row: red, green, blue or grey, and then alpha where the picture has it.
void take_pixels(void *opaque, size_t x, size_t y, size_t count, const void *pixels) {
    const Planes &planes = *static_cast<const Planes *>(opaque);
    const size_t width = planes.picture.width, height = planes.picture.height;
    if (y >= height || x > width || count > width - x) return;
    const size_t start = y * width + x, step = planes.colours + (planes.alpha ? 1 : 0);
    const auto *source = static_cast<const uint8_t *>(pixels);
    for (size_t i = start; i < start + count; i++, source += step) {
        planes.luma[i] = source[planes.colours == 3 ? 1 : 0];
        if (planes.colours == 3) {
            planes.red[i] = source[0];
            planes.blue[i] = source[2];
        }
        if (planes.alpha) planes.alpha[i] = source[planes.colours];
    }
}

class Decoding {
  public:
    Decoding(JxlDecoder *decoder, apart::Target &target)
        : decoder_(decoder), target_(target), planes_{target.picture, 0, nullptr, nullptr, nullptr, nullptr} {}

    void run(const uint8_t *bytes, size_t count) {
        constexpr int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE;
        if (jxl().SubscribeEvents(decoder_, events) != JXL_DEC_SUCCESS ||
            jxl().SetInput(decoder_, bytes, count) != JXL_DEC_SUCCESS) {
            return target_.fail(CAPART_FAILED, "libjxl does not begin");
        }
        jxl().CloseInput(decoder_);
        for (;;) {
            switch (jxl().ProcessInput(decoder_)) {
            case JXL_DEC_BASIC_INFO:
                if (!take_size()) return;
                break;
            case JXL_DEC_COLOR_ENCODING: prefer_srgb(); break;
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                if (!make_room()) return target_.fail(CAPART_FAILED, "libjxl does not take the picture's planes");
                break;
            case JXL_DEC_FULL_IMAGE:
                if (!planes_.luma) target_.fail(CAPART_FAILED, "there is no picture");
                return;
            case JXL_DEC_NEED_MORE_INPUT: return target_.fail(CAPART_FAILED, "unexpected end of file");
            case JXL_DEC_SUCCESS: return target_.fail(CAPART_FAILED, "there is no picture");
            // The library has no words of its own.
            default: return target_.fail(CAPART_FAILED, "damaged, or of a kind that libjxl does not decode");
            }
        }
    }

  private:
    JxlDecoder *decoder_;
    apart::Target &target_;
    JxlBasicInfo info_ = {};
    Planes planes_;

    bool take_size() {
        if (jxl().GetBasicInfo(decoder_, &info_) != JXL_DEC_SUCCESS) {
            target_.fail(CAPART_FAILED, "there is no header");
            return false;
        }
        // Sides as seen: the library turns what it gives.
        return target_.set_size(info_.xsize, info_.ysize);
    }

    // What was converted for storing and has a profile that is no more than a table comes as linear light, if nobody asks.
    void prefer_srgb() {
        if (info_.uses_original_profile) return;
        JxlColorEncoding encoding = {};
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
        const JxlDecoderStatus is_named =
            jxl().GetColorAsEncodedProfile(decoder_, nullptr, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding);
#else
        const JxlDecoderStatus is_named =
            jxl().GetColorAsEncodedProfile(decoder_, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding);
#endif
        if (is_named == JXL_DEC_SUCCESS) return;
        encoding.color_space = info_.num_color_channels == 1 ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB;
        encoding.white_point = JXL_WHITE_POINT_D65;
        encoding.primaries = JXL_PRIMARIES_SRGB;
        encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB;
        encoding.rendering_intent = JXL_RENDERING_INTENT_RELATIVE;
        (void)jxl().SetPreferredColorProfile(decoder_, &encoding);
    }

    bool make_room() {
        CApartPicture &picture = target_.picture;
        if (planes_.luma) return false;
        planes_.colours = info_.num_color_channels;
        if (planes_.colours != 1 && planes_.colours != 3) return false;
        planes_.luma = target_.add(picture.luma, 8);
        if (planes_.colours == 3) {
            planes_.blue = target_.add(picture.blue, 8);
            planes_.red = target_.add(picture.red, 8);
        }
        if (info_.alpha_bits > 0) planes_.alpha = target_.add(picture.alpha, 8);
        picture.is_full_range = true;
        picture.is_premultiplied = info_.alpha_premultiplied;
        const JxlPixelFormat pixels = {planes_.colours + (planes_.alpha ? 1 : 0), JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
        return jxl().SetImageOutCallback(decoder_, &pixels, take_pixels, &planes_) == JXL_DEC_SUCCESS && make_black();
    }

    // Colours beside black ink are what the other inks leave.
    bool make_black() {
        const JxlPixelFormat grey = {1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
        for (uint32_t index = 0; index < info_.num_extra_channels; index++) {
            JxlExtraChannelInfo channel;
            if (jxl().GetExtraChannelInfo(decoder_, index, &channel) != JXL_DEC_SUCCESS) return false;
            if (channel.type != JXL_CHANNEL_BLACK) continue;
            CApartPicture &picture = target_.picture;
            uint8_t *samples = target_.add(picture.black, 8);
            const size_t size = static_cast<size_t>(picture.width * picture.height);
            return jxl().SetExtraChannelBuffer(decoder_, &grey, samples, size, index) == JXL_DEC_SUCCESS;
        }
        return true;
    }
};

void decode(const uint8_t *bytes, size_t count, apart::Target &target) {
    JxlDecoder *const decoder = jxl().Create(nullptr);
    const auto owner = apart::owned(decoder, jxl().Destroy);
    if (!decoder) return target.fail(CAPART_OVER_LIMIT, "no memory");
    // Without a parallel runner all is done on this thread: the caller runs as many pictures at once as it wants.
    Decoding(decoder, target).run(bytes, count);
}

} // namespace

const char *CJXLOpen(void) {
    try {
        return jxl().problem[0] ? jxl().problem : nullptr;
    } catch (...) {
        return "it cannot be initialised";
    }
}

CApartPicture *CJXLDecode(const uint8_t *bytes, size_t count, CApartLimits limits) {
    return apart::decode("libjxl", limits, [=](apart::Target &target) { decode(bytes, count, target); });
}
