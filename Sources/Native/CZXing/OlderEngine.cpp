// The system's library where it is older than ZXing-C++ 3: Debian's 1.4 reads one linear symbol a picture, throws on some
// pictures and then loses all of them, and aborts on others. What that takes stands here and nowhere else.
#include "Symbols.hpp"

#if ZXING_VERSION_MAJOR < 3

#include <exception>
#include <utility>

#if __has_include(<ZXing/ReaderOptions.h>)
using Options = ZXing::ReaderOptions;
#else
using Options = ZXing::DecodeHints;
#endif

// Of the executable's guard against asserts, where it has one.
extern "C" __attribute__((weak)) bool CAssertGuardHasFailed(void);

namespace {

using Format = ZXing::BarcodeFormat;

// Names are what all versions parse alike; the type of a set of formats is not the same in all.
struct Name {
    uint32_t bit;
    Format format;
    const char *name;
};
const Name names[] = {
    {CZXING_AZTEC, Format::Aztec, "Aztec"},
    {CZXING_CODABAR, Format::Codabar, "Codabar"},
    {CZXING_CODE39, Format::Code39, "Code39"},
    {CZXING_CODE93, Format::Code93, "Code93"},
    {CZXING_CODE128, Format::Code128, "Code128"},
    {CZXING_DATA_MATRIX, Format::DataMatrix, "DataMatrix"},
    {CZXING_EAN8, Format::EAN8, "EAN8"},
    {CZXING_EAN13, Format::EAN13, "EAN13"},
    {CZXING_EAN13, Format::UPCA, "UPCA"},
    {CZXING_UPCE, Format::UPCE, "UPCE"},
    {CZXING_ITF, Format::ITF, "ITF"},
    {CZXING_PDF417, Format::PDF417, "PDF417"},
    {CZXING_QR, Format::QRCode, "QRCode"},
    {CZXING_MICRO_QR, Format::MicroQRCode, "MicroQRCode"},
    {CZXING_DATABAR, Format::DataBar, "DataBar"},
    {CZXING_DATABAR_EXPANDED, Format::DataBarExpanded, "DataBarExpanded"},
};

const uint32_t matrix = CZXING_AZTEC | CZXING_DATA_MATRIX | CZXING_PDF417 | CZXING_QR | CZXING_MICRO_QR;
/// On some symbols of these 1.4 fails an assert: they are read only where that is an exception.
const uint32_t fragile = CZXING_MICRO_QR | CZXING_DATABAR | CZXING_DATABAR_EXPANDED;

std::string list(uint32_t formats) {
    std::string result;
    for (const Name &name : names)
        if (formats & name.bit) result += (result.empty() ? "" : "|") + std::string(name.name);
    return result;
}

uint32_t bit(Format format) {
    for (const Name &name : names)
        if (name.format == format) return name.bit;
    return 0;
}

// What 2.x tells and 1.4 does not: the first overload is chosen where the member exists.
template <typename S> auto isInverted(const S &symbol, int) -> decltype(symbol.isInverted()) {
    return symbol.isInverted();
}
template <typename S> bool isInverted(const S &, long) { return false; }
template <typename S> auto version(const S &symbol, int) -> decltype(symbol.version()) { return symbol.version(); }
template <typename S> std::string version(const S &, long) { return {}; }
template <typename O> auto setInvert(O &options, bool value, int) -> decltype(options.setTryInvert(value), void()) {
    options.setTryInvert(value);
}
template <typename O> void setInvert(O &, bool, long) {}

// Codabar's start and stop characters: later versions always return them and deprecate the option, or have none.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
template <typename O>
auto keepCodabarGuards(O &options, int) -> decltype(options.setReturnCodabarStartEnd(true), void()) {
    options.setReturnCodabarStartEnd(true);
}
template <typename O> void keepCodabarGuards(O &, long) {}
#pragma GCC diagnostic pop

Options readerOptions(const CZXingOptions &options, uint32_t formats) {
    Options result;
    result.setFormats(ZXing::BarcodeFormatsFromString(list(formats)));
    result.setTryHarder(options.try_harder);
    result.setTryRotate(options.try_rotate);
    result.setTryDownscale(options.try_downscale);
    setInvert(result, options.try_invert, 0);
    keepCodabarGuards(result, 0);
    result.setIsPure(options.is_pure);
    result.setBinarizer(
        options.is_thresholded     ? ZXing::Binarizer::BoolCast
        : options.global_histogram ? ZXing::Binarizer::GlobalHistogram
                                   : ZXing::Binarizer::LocalAverage);
    result.setMinLineCount(options.min_line_count);
    // More than one linear symbol, or both kinds in one call, and 1.4 aborts on ordinary ones.
    result.setMaxNumberOfSymbols(formats & matrix ? options.max_symbols : 1);
    // An undecoded linear symbol would take the place of one that can be decoded.
    result.setReturnErrors(options.return_errors && formats & matrix);
    return result;
}

bool isDigit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/// The identifier, 2 to 4 digits in brackets, that begins at a place of a text for people; empty if none does.
std::string identifier(const std::vector<uint8_t> &text, size_t start) {
    std::string digits;
    if (text[start] != '(') return digits;
    for (size_t i = start + 1; i < text.size() && isDigit(text[i]) && digits.size() < 5; i++)
        digits += static_cast<char>(text[i]);
    const size_t end = start + 1 + digits.size();
    const bool isWhole = digits.size() >= 2 && digits.size() <= 4 && end < text.size() && text[end] == ')';
    return isWhole ? digits : std::string();
}

/// Whether an element needs no separator after it, by its identifier's first two digits (GS1 General Specifications).
bool hasPredefinedLength(const std::string &identifier) {
    const int prefix = std::stoi(identifier.substr(0, 2));
    return prefix <= 4 || (prefix >= 11 && prefix <= 20) || (prefix >= 31 && prefix <= 36) || prefix == 41;
}

/// The element string of a text with identifiers in brackets: "(10)LOT(21)7" is 10LOT, a separator, 217. What stands in
/// brackets within the data is not told from an identifier.
std::vector<uint8_t> elementString(const std::vector<uint8_t> &text) {
    std::vector<uint8_t> result;
    bool needsSeparator = false;
    for (size_t i = 0; i < text.size();) {
        const std::string found = identifier(text, i);
        if (found.empty()) {
            if (i == 0) return text;
            result.push_back(text[i++]);
            continue;
        }
        if (needsSeparator) result.push_back(0x1D);
        result.insert(result.end(), found.begin(), found.end());
        needsSeparator = !hasPredefinedLength(found);
        i += found.size() + 2;
    }
    return result;
}

/// The content as version 3 gives it.
std::vector<uint8_t> content(std::vector<uint8_t> bytes, Format format) {
    switch (format) {
    case Format::UPCA: bytes.insert(bytes.begin(), '0'); return bytes;
    case Format::DataBar:
        if (bytes.size() == 14) bytes.insert(bytes.begin(), {'0', '1'});
        return bytes;
    case Format::DataBarExpanded: return elementString(bytes);
    default: return bytes;
    }
}

void readOnce(
    const ZXing::ImageView &view, const CZXingOptions &options, uint32_t formats, std::deque<CZXing::Entry> &entries) {
    for (const auto &symbol : ZXing::ReadBarcodes(view, readerOptions(options, formats))) {
        const uint32_t format = bit(symbol.format());
        if (format == 0) continue;
        CZXing::Entry &entry = entries.emplace_back();
        CZXing::fill(entry, symbol, static_cast<CZXingFormat>(format));
        const auto bytes = symbol.bytes();
        entry.bytes = content({bytes.begin(), bytes.end()}, symbol.format());
        entry.version = version(symbol, 0);
        entry.symbol.is_inverted = isInverted(symbol, 0);
        // It was made of a text for people, whose ECIs mean nothing.
        if (formats & ~matrix) entry.eci.clear();
    }
}

/// Reads formats in one call, and where that throws, without those that 1.4 is known to throw at.
void readRobustly(
    const ZXing::ImageView &view, const CZXingOptions &options, uint32_t formats, uint32_t delicate,
    std::deque<CZXing::Entry> &entries) {
    if (formats == 0) return;
    try {
        return readOnce(view, options, formats, entries);
    } catch (const std::exception &) {
        // Of the fragile ones nothing else is expected, and zbar reads most of them.
        if ((formats & ~fragile) == 0) return;
        if ((formats & ~delicate) == 0 || (formats & delicate) == 0) throw;
    }
    readOnce(view, options, formats & ~delicate, entries);
}

} // namespace

void CZXing::read(const ZXing::ImageView &view, const CZXingOptions &options, std::deque<Entry> &entries) {
    const uint32_t formats = options.formats & CZXingFormats();
    readRobustly(view, options, formats & matrix, fragile | CZXING_AZTEC, entries);
    readRobustly(view, options, formats & ~matrix, fragile, entries);
}

uint32_t CZXingFormats(void) {
    uint32_t formats = 0;
    for (const Name &name : names) formats |= name.bit;
    return CAssertGuardHasFailed ? formats : formats & ~fragile;
}

#endif
