#include "Symbols.hpp"

#if ZXING_VERSION_MAJOR >= 3

namespace {

using Format = ZXing::BarcodeFormat;

/// A format of ours for each that ZXing names, asks for or returns. Left out are the sets, what comes as another's digits
/// (UPC-A, ISBN, Code 32, PZN), and EAN-2 and EAN-5, which are no symbols alone.
struct Name {
    CZXingFormat bit;
    Format format;
};
const Name names[] = {
    {CZXING_AZTEC, Format::Aztec},
    {CZXING_AZTEC, Format::AztecCode},
    {CZXING_AZTEC, Format::AztecRune},
    {CZXING_CODABAR, Format::Codabar},
    {CZXING_CODE39, Format::Code39Std},
    {CZXING_CODE39, Format::Code39},
    {CZXING_CODE93, Format::Code93},
    {CZXING_CODE128, Format::Code128},
    {CZXING_DATA_MATRIX, Format::DataMatrix},
    {CZXING_EAN8, Format::EAN8},
    {CZXING_EAN13, Format::EAN13},
    {CZXING_UPCE, Format::UPCE},
    {CZXING_ITF, Format::ITF},
    {CZXING_ITF, Format::ITF14},
    {CZXING_PDF417, Format::PDF417},
    {CZXING_PDF417, Format::CompactPDF417},
    {CZXING_MICRO_PDF417, Format::MicroPDF417},
    {CZXING_QR, Format::QRCodeModel1},
    {CZXING_QR, Format::QRCodeModel2},
    {CZXING_QR, Format::QRCode},
    {CZXING_MICRO_QR, Format::MicroQRCode},
    {CZXING_RMQR, Format::RMQRCode},
    {CZXING_MAXICODE, Format::MaxiCode},
    {CZXING_DATABAR, Format::DataBarOmni},
    {CZXING_DATABAR, Format::DataBarStk},
    {CZXING_DATABAR, Format::DataBarStkOmni},
    {CZXING_DATABAR_LIMITED, Format::DataBarLtd},
    {CZXING_DATABAR_EXPANDED, Format::DataBarExp},
    {CZXING_DATABAR_EXPANDED, Format::DataBarExpStk},
    {CZXING_TELEPEN, Format::Telepen},
    {CZXING_TELEPEN, Format::TelepenAlpha},
    {CZXING_TELEPEN, Format::TelepenNumeric},
    {CZXING_DX_FILM_EDGE, Format::DXFilmEdge},
};

/// Code39 and QRCode mean all their variants, PZN and Micro QR among them, and are what is returned for those asked for.
bool isWhole(Format format) {
    return format == Format::Code39 || format == Format::QRCode;
}

ZXing::BarcodeFormats wanted(const CZXingOptions &options) {
    std::vector<Format> list;
    for (const Name &name : names)
        if (options.formats & name.bit && !isWhole(name.format)) list.push_back(name.format);
    // The reader of pure symbols knows no variants of QR codes.
    if (options.is_pure && options.formats & CZXING_QR) list.push_back(Format::QRCode);
    return ZXing::BarcodeFormats(std::move(list));
}

/// The bit of a format, 0 for one that is no type of ours.
uint32_t bit(Format format) {
    for (const Name &name : names)
        if (name.format == format) return name.bit;
    return 0;
}

// Scripts/zxing-quiet.patch has it; a library without keeps to its own quiet zones.
template <typename O>
auto setNarrowQuietZones(O &options, bool value, int) -> decltype(options.setNarrowQuietZones(value), void()) {
    options.setNarrowQuietZones(value);
}
template <typename O> void setNarrowQuietZones(O &, bool, long) {}

ZXing::ReaderOptions readerOptions(const CZXingOptions &options) {
    ZXing::ReaderOptions result;
    result.setFormats(wanted(options));
    result.setTryHarder(options.try_harder);
    result.setTryRotate(options.try_rotate);
    result.setTryInvert(options.try_invert);
    result.setTryDownscale(options.try_downscale);
    result.setBinarizer(
        options.is_thresholded     ? ZXing::Binarizer::BoolCast
        : options.global_histogram ? ZXing::Binarizer::GlobalHistogram
                                   : ZXing::Binarizer::LocalAverage);
    result.setIsPure(options.is_pure);
    result.setReturnErrors(options.return_errors);
    setNarrowQuietZones(result, options.has_narrow_quiet_zones, 0);
    result.setMinLineCount(options.min_line_count);
    result.setMaxNumberOfSymbols(options.max_symbols);
    return result;
}

// What Scripts/zxing-codewords.patch has the library tell.
std::vector<uint16_t> numbers(const std::string &digits) {
    std::vector<uint16_t> result;
    for (size_t place = 0; place + 4 <= digits.size(); place += 4)
        result.push_back(static_cast<uint16_t>(std::stoi(digits.substr(place, 4), nullptr, 16)));
    return result;
}

void fillCodewords(CZXing::Entry &entry, const ZXing::Barcode &symbol) {
    entry.codewords = numbers(symbol.extra("Codewords"));
    if (const auto rows = symbol.extra("Rows"); !rows.empty()) entry.symbol.rows = std::stoi(rows);
    if (const auto columns = symbol.extra("Columns"); !columns.empty()) entry.symbol.columns = std::stoi(columns);
    entry.symbol.is_compact = symbol.extra("Compact") == "true";
}

/// Whether the codewords of a PDF417 or MicroPDF417 begin with 920, "linked to a linear symbol of GS1"; their number stands before.
bool isCompositePart(const ZXing::Barcode &symbol) {
    const auto digits = symbol.extra("Codewords");
    return digits.size() >= 8 && std::stoi(digits.substr(4, 4), nullptr, 16) == 920;
}

void fill(CZXing::Entry &entry, const ZXing::Barcode &symbol, CZXingFormat format) {
    CZXing::fill(entry, symbol, format);
    entry.bytes = symbol.bytes();
    entry.version = symbol.extra(ZXing::BarcodeExtra::Version);
    entry.symbol.is_inverted = symbol.isInverted();
    if (const auto mask = symbol.extra(ZXing::BarcodeExtra::DataMask); !mask.empty())
        entry.symbol.mask = std::stoi(mask);
    if (const auto unused = symbol.extra(ZXing::BarcodeExtra::UEC); !unused.empty())
        entry.symbol.unused_error_correction = std::stod(unused);
    if (const auto modules = symbol.symbol();
        format == CZXING_QR && symbol.isValid() && modules.data() && modules.width() == modules.height()) {
        entry.symbol.side = modules.width();
        for (int y = 0; y < modules.height(); y++)
            for (int x = 0; x < modules.width(); x++) entry.modules.push_back(*modules.data(x, y));
    }
    entry.symbol.is_in_one_row =
        symbol.format() == Format::DataBarOmni || symbol.format() == Format::DataBarExp;
    entry.symbol.is_stacked =
        symbol.format() == Format::DataBarStk || symbol.format() == Format::DataBarExpStk;
    if (format == CZXING_AZTEC || format == CZXING_DATA_MATRIX || format == CZXING_PDF417 || entry.symbol.is_in_one_row)
        fillCodewords(entry, symbol);
    if (format == CZXING_MICRO_QR || format == CZXING_RMQR) entry.kanji = numbers(symbol.extra("Kanji"));
    if (format == CZXING_PDF417 || format == CZXING_MICRO_PDF417)
        entry.symbol.is_composite_part = isCompositePart(symbol);
    // UPC-E's are given as those of an EAN-13.
    if (const auto digits = symbol.extra(ZXing::BarcodeExtra::UPCE); !digits.empty())
        entry.bytes.assign(digits.begin(), digits.end());
}

} // namespace

void CZXing::read(const ZXing::ImageView &view, const CZXingOptions &options, std::deque<Entry> &entries) {
    for (const auto &symbol : ZXing::ReadBarcodes(view, readerOptions(options))) {
        const uint32_t format = bit(symbol.format());
        if (format == 0) continue;
        ::fill(entries.emplace_back(), symbol, static_cast<CZXingFormat>(format));
    }
}

uint32_t CZXingFormats(void) {
    uint32_t formats = 0;
    for (const Name &name : names) formats |= name.bit;
    return formats;
}

#endif
