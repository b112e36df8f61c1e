#include "COpenH264.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <dlfcn.h>
#include <wels/codec_api.h>
#include <wels/codec_ver.h>

namespace {

// The library, as addresses.
struct Library {
    decltype(&WelsCreateSVCEncoder) create = nullptr;
    decltype(&WelsDestroySVCEncoder) destroy = nullptr;
    decltype(&WelsGetCodecVersionEx) version = nullptr;
    // What is wrong; empty if nothing is.
    char problem[256] = "";

    Library() {
        // Debian 12's, and Debian 13's.
        void *handle = dlopen("libopenh264.so.7", RTLD_NOW | RTLD_LOCAL);
        if (!handle) handle = dlopen("libopenh264.so.8", RTLD_NOW | RTLD_LOCAL);
        if (!handle) {
            snprintf(problem, sizeof problem, "%s", dlerror());
            return;
        }
        create = reinterpret_cast<decltype(create)>(dlsym(handle, "WelsCreateSVCEncoder"));
        destroy = reinterpret_cast<decltype(destroy)>(dlsym(handle, "WelsDestroySVCEncoder"));
        version = reinterpret_cast<decltype(version)>(dlsym(handle, "WelsGetCodecVersionEx"));
        if (!create || !destroy || !version) {
            snprintf(problem, sizeof problem, "it has no encoder");
            return;
        }
        // Structures are laid out as the headers of this build have them.
        OpenH264Version found = {};
        version(&found);
        if (found.uMajor != OPENH264_MAJOR || found.uMinor != OPENH264_MINOR) {
            snprintf(
                problem, sizeof problem, "it is version %u.%u and not %d.%d", found.uMajor, found.uMinor,
                OPENH264_MAJOR, OPENH264_MINOR);
        }
    }
};

const Library &library() {
    static const Library library;
    return library;
}

struct Destroyer {
    void operator()(ISVCEncoder *encoder) const {
        encoder->Uninitialize();
        library().destroy(encoder);
    }
};

}  // namespace

struct COpenH264Encoder {
    std::unique_ptr<ISVCEncoder, Destroyer> encoder;
    int32_t width, height;
    // Cb and Cr, a plane each.
    std::vector<uint8_t> chroma;
    std::vector<uint8_t> bytes;
};

static bool initialize(ISVCEncoder *encoder, int32_t width, int32_t height, int32_t quantizer) {
    int quiet = WELS_LOG_QUIET;
    encoder->SetOption(ENCODER_OPTION_TRACE_LEVEL, &quiet);
    SEncParamExt settings;
    if (encoder->GetDefaultParams(&settings) != cmResultSuccess) return false;
    settings.iUsageType = CAMERA_VIDEO_REAL_TIME;
    settings.iPicWidth = width;
    settings.iPicHeight = height;
    // Times are the file's business. What is encoded does not depend on them, nor on what came before it.
    settings.iRCMode = RC_OFF_MODE;
    settings.bEnableFrameSkip = false;
    settings.fMaxFrameRate = 60;
    settings.iComplexityMode = LOW_COMPLEXITY;
    settings.iTemporalLayerNum = 1;
    settings.iSpatialLayerNum = 1;
    // Who calls says which are key frames.
    settings.uiIntraPeriod = 0;
    settings.bEnableSceneChangeDetect = false;
    // Otherwise each key frame's parameters have other numbers, and are others.
    settings.eSpsPpsIdStrategy = CONSTANT_ID;
    settings.iEntropyCodingModeFlag = 0;
    settings.iMultipleThreadIdc = 1;
    settings.bEnableAdaptiveQuant = false;
    SSpatialLayerConfig &layer = settings.sSpatialLayers[0];
    layer.iVideoWidth = width;
    layer.iVideoHeight = height;
    layer.fFrameRate = settings.fMaxFrameRate;
    layer.uiProfileIdc = PRO_BASELINE;
    layer.uiLevelIdc = LEVEL_UNKNOWN;
    layer.iDLayerQp = quantizer;
    layer.sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
    layer.bVideoSignalTypePresent = true;
    layer.uiVideoFormat = VF_UNDEF;
    layer.bFullRange = false;
    layer.bColorDescriptionPresent = true;
    layer.uiColorPrimaries = CP_SMPTE170M;
    layer.uiTransferCharacteristics = TRC_SMPTE170M;
    layer.uiColorMatrix = CM_SMPTE170M;
    return encoder->InitializeExt(&settings) == cmResultSuccess;
}

const char *COpenH264Open(void) { return library().problem[0] ? library().problem : nullptr; }

void COpenH264Version(unsigned *major, unsigned *minor, unsigned *revision) {
    OpenH264Version version = {0, 0, 0, 0};
    if (!COpenH264Open()) library().version(&version);
    *major = version.uMajor;
    *minor = version.uMinor;
    *revision = version.uRevision;
}

COpenH264Encoder *COpenH264Create(int32_t width, int32_t height, int32_t quantizer) {
    if (COpenH264Open() || width < 16 || height < 16 || width % 2 || height % 2 || width > 16384 || height > 16384) {
        return nullptr;
    }
    try {
        ISVCEncoder *made = nullptr;
        if (library().create(&made) != 0 || !made) return nullptr;
        std::unique_ptr<ISVCEncoder, Destroyer> encoder(made);
        if (!initialize(made, width, height, quantizer)) return nullptr;
        auto result = std::make_unique<COpenH264Encoder>();
        result->encoder = std::move(encoder);
        result->width = width;
        result->height = height;
        result->chroma.resize(static_cast<size_t>(width) * height / 2);
        return result.release();
    } catch (const std::exception &) {
        return nullptr;
    } catch (...) {
        return nullptr;
    }
}

void COpenH264Destroy(COpenH264Encoder *encoder) { delete encoder; }

bool COpenH264Encode(COpenH264Encoder *self, const uint8_t *samples, bool is_key_frame, COpenH264Frame *frame) {
    try {
        const size_t luma = static_cast<size_t>(self->width) * self->height, quarter = luma / 4;
        for (size_t index = 0; index < quarter; index++) {
            self->chroma[index] = samples[luma + 2 * index];
            self->chroma[quarter + index] = samples[luma + 2 * index + 1];
        }
        if (is_key_frame && self->encoder->ForceIntraFrame(true) != 0) return false;
        SSourcePicture picture = {};
        picture.iColorFormat = videoFormatI420;
        picture.iPicWidth = self->width;
        picture.iPicHeight = self->height;
        picture.iStride[0] = self->width;
        picture.iStride[1] = picture.iStride[2] = self->width / 2;
        // The encoder only reads them.
        picture.pData[0] = const_cast<uint8_t *>(samples);
        picture.pData[1] = self->chroma.data();
        picture.pData[2] = self->chroma.data() + quarter;
        SFrameBSInfo made = {};
        if (self->encoder->EncodeFrame(&picture, &made) != cmResultSuccess) return false;
        self->bytes.clear();
        for (int index = 0; index < made.iLayerNum; index++) {
            const SLayerBSInfo &layer = made.sLayerInfo[index];
            size_t count = 0;
            for (int unit = 0; unit < layer.iNalCount; unit++) count += layer.pNalLengthInByte[unit];
            self->bytes.insert(self->bytes.end(), layer.pBsBuf, layer.pBsBuf + count);
        }
        frame->start = self->bytes.data();
        frame->count = self->bytes.size();
        frame->is_key_frame = made.eFrameType == videoFrameTypeIDR;
        return !self->bytes.empty();
    } catch (const std::exception &) {
        return false;
    } catch (...) {
        return false;
    }
}
