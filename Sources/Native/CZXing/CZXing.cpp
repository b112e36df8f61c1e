#include "CZXing.h"

// Version 1.4 returns texts as std::wstring unless told otherwise; later versions ignore this.
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#include <deque>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace {

#if __has_include(<ZXing/ReaderOptions.h>)
using Options = ZXing::ReaderOptions;
#else
using Options = ZXing::DecodeHints;
#endif
using Format = ZXing::BarcodeFormat;

struct Name {
    CZXingFormat bit;
    Format format;
    const char *name;
};

// Names are what all versions parse alike; the type of a set of formats is not the same in all.
const Name names[] = {
    {CZXING_AZTEC, Format::Aztec, "Aztec"},
    {CZXING_CODABAR, Format::Codabar, "Codabar"},
    {CZXING_CODE39, Format::Code39, "Code39"},
    {CZXING_CODE93, Format::Code93, "Code93"},
    {CZXING_CODE128, Format::Code128, "Code128"},
    {CZXING_DATA_MATRIX, Format::DataMatrix, "DataMatrix"},
    {CZXING_EAN8, Format::EAN8, "EAN8"},
    {CZXING_EAN13, Format::EAN13, "EAN13"},
    {CZXING_ITF, Format::ITF, "ITF"},
    {CZXING_PDF417, Format::PDF417, "PDF417"},
    {CZXING_QR, Format::QRCode, "QRCode"},
    {CZXING_UPCA, Format::UPCA, "UPCA"},
    {CZXING_UPCE, Format::UPCE, "UPCE"},
    {CZXING_MICRO_QR, Format::MicroQRCode, "MicroQRCode"},
    {CZXING_DATABAR, Format::DataBar, "DataBar"},
    {CZXING_DATABAR_EXPANDED, Format::DataBarExpanded, "DataBarExpanded"},
};

std::string list(uint32_t formats) {
    std::string result;
    for (const Name &name : names)
        if (formats & name.bit) result += (result.empty() ? "" : "|") + std::string(name.name);
    return result;
}

/// The bit of a format, 0 for one that was not asked for.
uint32_t bit(Format format) {
    for (const Name &name : names)
        if (name.format == format) return name.bit;
#if ZXING_VERSION_MAJOR >= 3
    // Version 3 has variants of a symbology as formats of their own.
    for (const Name &name : names)
        if (name.format == ZXing::Symbology(format)) return name.bit;
#endif
    return 0;
}

// What later versions tell and 1.4 does not: the first overload is chosen where the member exists.
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

struct Entry {
    CZXingSymbol symbol;
    std::vector<uint8_t> bytes, eci;
    std::string identifier, level, version, sequence;
};

template <typename S> void fill(Entry &entry, const S &symbol) {
    const auto bytes = symbol.bytes();
    entry.bytes.assign(bytes.begin(), bytes.end());
    if (symbol.hasECI()) {
        const auto eci = symbol.bytesECI();
        entry.eci.assign(eci.begin(), eci.end());
    }
    entry.identifier = symbol.symbologyIdentifier();
    entry.level = symbol.ecLevel();
    entry.version = version(symbol, 0);
    const bool isPart = symbol.sequenceSize() > -1 && symbol.sequenceIndex() > -1;
    if (isPart) entry.sequence = symbol.sequenceId();

    CZXingSymbol &out = entry.symbol;
    out = CZXingSymbol{};
    out.format = static_cast<CZXingFormat>(bit(symbol.format()));
    out.is_decoded = !symbol.error();
    out.is_mirrored = symbol.isMirrored();
    out.is_inverted = isInverted(symbol, 0);
    for (int i = 0; i < 4; i++) {
        out.x[i] = symbol.position()[i].x;
        out.y[i] = symbol.position()[i].y;
    }
    out.line_count = symbol.lineCount();
    out.bytes = entry.bytes.data();
    out.byte_count = static_cast<int64_t>(entry.bytes.size());
    out.eci_bytes = entry.eci.data();
    out.eci_byte_count = static_cast<int64_t>(entry.eci.size());
    out.symbology_identifier = entry.identifier.c_str();
    out.error_correction_level = entry.level.c_str();
    out.version = entry.version.c_str();
    out.sequence_index = isPart ? symbol.sequenceIndex() : -1;
    out.sequence_count = isPart ? symbol.sequenceSize() : -1;
    out.sequence_id = entry.sequence.c_str();
}

} // namespace

/// Entries keep their addresses in a deque, so the pointers within them stay good.
struct CZXingSymbols {
    std::deque<Entry> entries;
};

CZXingSymbols *CZXingRead(
    const uint8_t *samples, int width, int height, int bytes_per_row, const CZXingOptions *options) {
    CZXingSymbols *result = nullptr;
    try {
        result = new CZXingSymbols;
        if (options->formats == 0) return result;
        Options hints;
        hints.setFormats(ZXing::BarcodeFormatsFromString(list(options->formats)));
        hints.setTryHarder(options->try_harder);
        hints.setTryRotate(options->try_rotate);
        hints.setTryDownscale(options->try_downscale);
        setInvert(hints, options->try_invert, 0);
        keepCodabarGuards(hints, 0);
        hints.setIsPure(options->is_pure);
        hints.setReturnErrors(options->return_errors);
        hints.setBinarizer(
            options->global_histogram ? ZXing::Binarizer::GlobalHistogram : ZXing::Binarizer::LocalAverage);
        hints.setMinLineCount(options->min_line_count);
        hints.setMaxNumberOfSymbols(options->max_symbols);
        const ZXing::ImageView view(samples, width, height, ZXing::ImageFormat::Lum, bytes_per_row);
        for (const auto &symbol : ZXing::ReadBarcodes(view, hints)) {
            if (bit(symbol.format()) == 0) continue;
            result->entries.emplace_back();
            fill(result->entries.back(), symbol);
        }
        return result;
    } catch (const std::exception &) {
    } catch (...) {
    }
    delete result;
    return nullptr;
}

int CZXingSymbolsCount(const CZXingSymbols *symbols) {
    return static_cast<int>(symbols->entries.size());
}

CZXingSymbol CZXingSymbolsGet(const CZXingSymbols *symbols, int index) {
    return symbols->entries[static_cast<size_t>(index)].symbol;
}

void CZXingSymbolsFree(CZXingSymbols *symbols) {
    delete symbols;
}

const char *CZXingVersion(void) {
#define CZXING_TEXT_OF(value) #value
#define CZXING_TEXT(value) CZXING_TEXT_OF(value)
    return CZXING_TEXT(ZXING_VERSION_MAJOR) "." CZXING_TEXT(ZXING_VERSION_MINOR) "." CZXING_TEXT(
        ZXING_VERSION_PATCH);
}
