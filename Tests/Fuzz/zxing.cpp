// CZXing: any plane, with all formats and the options that Detectors asks for; an assert of the system's library is a finding.
#include "CZXing.h"
#include "Plane.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    const Plane plane(bytes, count);
    if (plane.is_empty()) return 0;
    CZXingOptions options = {};
    options.formats = CZXingFormats();
    options.try_harder = true;
    options.try_rotate = plane.options & 16;
    options.try_downscale = plane.options & 32;
    options.global_histogram = plane.options & 64;
    options.is_pure = plane.options & 128;
    options.return_errors = plane.options & 4;
    options.has_narrow_quiet_zones = plane.options & 2;
    options.min_line_count = 2;
    options.max_symbols = plane.options & 8 ? 255 : 1;
    CZXingSymbols *symbols = CZXingRead(plane.samples.data(), plane.width, plane.height, plane.bytes_per_row, &options);
    for (int index = 0; symbols && index < CZXingSymbolsCount(symbols); index++) CZXingSymbolsGet(symbols, index);
    CZXingSymbolsFree(symbols);
    return 0;
}
