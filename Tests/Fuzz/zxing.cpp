// CZXing: any plane, with the formats and options that Detectors asks for; an assert of Debian's 1.4 is a finding.
#include "CZXing.h"
#include "Plane.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    const Plane plane(bytes, count);
    if (plane.is_empty()) return 0;
    const bool is_matrix = plane.options & 8;
    const uint32_t matrix = CZXING_AZTEC | CZXING_DATA_MATRIX | CZXING_PDF417 | CZXING_QR;
    CZXingOptions options = {};
    options.formats = is_matrix ? matrix : (CZXING_UPCE * 2 - 1) & ~matrix;
    options.try_harder = true;
    options.try_rotate = plane.options & 16;
    options.try_downscale = plane.options & 32;
    options.global_histogram = plane.options & 64;
    options.is_pure = plane.options & 128;
    options.return_errors = is_matrix && plane.options & 4;
    options.min_line_count = 2;
    options.max_symbols = is_matrix ? 255 : 1;
    CZXingSymbols *symbols = CZXingRead(plane.samples.data(), plane.width, plane.height, plane.bytes_per_row, &options);
    for (int index = 0; symbols && index < CZXingSymbolsCount(symbols); index++) CZXingSymbolsGet(symbols, index);
    CZXingSymbolsFree(symbols);
    return 0;
}
