// CJPEG: any bytes as a JPEG, and their beginning as samples to write.
#include <vector>

extern "C" {
#include "CJPEG.h"
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    CJPEGDecoder *decoder = CJPEGCreate(bytes, count);
    if (!decoder) return 0;
    CJPEGHeader header = {};
    if (CJPEGReadHeader(decoder, &header) == CJPEG_OK && header.width * header.height <= 1 << 20 &&
        header.coefficient_bytes <= 1 << 26 && CJPEGStart(decoder, 50) == CJPEG_OK) {
        const size_t row = header.width * (header.is_cmyk ? 4 : 1);
        std::vector<uint8_t> samples(row * header.height);
        CJPEGReadRows(decoder, samples.data(), row, header.height);
        CJPEGBytes written = {};
        if (!header.is_cmyk && CJPEGEncode(samples.data(), row, header.width, header.height, 80, &written)) {
            CJPEGFree(written.start);
        }
    } else if (!*CJPEGMessage(decoder) && header.width == 0) {
        __builtin_trap();  // It failed and does not say why.
    }
    CJPEGDestroy(decoder);
    return 0;
}
