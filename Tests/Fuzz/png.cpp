// CPNG: any bytes as a PNG, row by row and as a whole.
#include <vector>

extern "C" {
#include "CPNG.h"
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    CPNGDecoder *decoder = CPNGCreate(bytes, count);
    if (!decoder) return 0;
    CPNGHeader header = {};
    if (CPNGReadHeader(decoder, &header) && header.width * header.height <= 1 << 20 && header.row_bytes <= 1 << 24) {
        std::vector<uint8_t> palette(1024);
        if (header.is_palette) CPNGReadPalette(decoder, palette.data());
        const size_t row = header.width * header.channels;
        std::vector<uint8_t> samples(row * header.height);
        bool is_right = CPNGStart(decoder);
        if (is_right && header.is_interlaced) is_right = CPNGReadImage(decoder, samples.data(), row);
        for (int64_t y = 0; is_right && !header.is_interlaced && y < header.height; y++) {
            is_right = CPNGReadRow(decoder, samples.data() + row * y);
        }
        if (is_right) CPNGFinish(decoder, count);
    }
    CPNGMessage(decoder);
    CPNGDestroy(decoder);
    return 0;
}
