// zbar, called as Detectors does.
#include "Plane.hpp"

#include <zbar.h>

using namespace zbar;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    const Plane plane(bytes, count);
    if (plane.is_empty()) return 0;
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
    zbar_image_scanner_enable_cache(scanner, 0);
    zbar_image_t *image = zbar_image_create();
    zbar_image_set_format(image, zbar_fourcc_parse("Y800"));
    zbar_image_set_size(image, plane.bytes_per_row, plane.height);
    zbar_image_set_data(image, plane.samples.data(), plane.samples.size(), nullptr);
    zbar_scan_image(scanner, image);
    for (auto symbol = zbar_image_first_symbol(image); symbol; symbol = zbar_symbol_next(symbol)) {
        zbar_symbol_get_data_length(symbol);
    }
    zbar_image_destroy(image);
    zbar_image_scanner_destroy(scanner);
    return 0;
}
