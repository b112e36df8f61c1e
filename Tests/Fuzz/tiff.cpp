// CTIFF: any bytes as a TIFF, in bands.
#include <algorithm>
#include <vector>

extern "C" {
#include "CTIFF.h"
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    CTIFFDecoder *decoder = CTIFFCreate(bytes, count);
    if (!decoder) return 0;
    CTIFFHeader header = {};
    CTIFFAlpha alpha = CTIFF_OPAQUE;
    if (CTIFFReadHeader(decoder, 1 << 26, &header) && header.width * header.height <= 1 << 20 &&
        header.total_bytes <= 1 << 24 && header.chunk_bytes <= 1 << 24 && header.band_rows > 0 &&
        CTIFFStart(decoder, &alpha)) {
        const int64_t rows = std::min(header.band_rows, header.height);
        std::vector<uint32_t> band(header.width * rows);
        for (int64_t top = 0; top < header.height; top += rows) {
            if (!CTIFFReadBand(decoder, top, std::min(rows, header.height - top), band.data())) break;
        }
    }
    CTIFFMessage(decoder);
    CTIFFDestroy(decoder);
    return 0;
}
