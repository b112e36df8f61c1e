#include "Symbols.hpp"

#include <exception>

/// Entries keep their addresses in a deque, so the pointers into them stay good.
struct CZXingSymbols {
    std::deque<CZXing::Entry> entries;
};

CZXingSymbols *CZXingRead(
    const uint8_t *samples, int width, int height, int bytes_per_row, const CZXingOptions *options) {
    CZXingSymbols *result = nullptr;
    try {
        result = new CZXingSymbols;
        if (options->formats == 0) return result;
        CZXing::read({samples, width, height, ZXing::ImageFormat::Lum, bytes_per_row}, *options, result->entries);
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
    const CZXing::Entry &entry = symbols->entries[static_cast<size_t>(index)];
    CZXingSymbol out = entry.symbol;
    out.bytes = entry.bytes.data();
    out.byte_count = static_cast<int64_t>(entry.bytes.size());
    out.modules = entry.modules.empty() ? nullptr : entry.modules.data();
    out.codewords = entry.codewords.empty() ? nullptr : entry.codewords.data();
    out.codeword_count = static_cast<int64_t>(entry.codewords.size());
    out.kanji = entry.kanji.empty() ? nullptr : entry.kanji.data();
    out.kanji_count = static_cast<int64_t>(entry.kanji.size());
    out.eci_bytes = entry.eci.data();
    out.eci_byte_count = static_cast<int64_t>(entry.eci.size());
    out.symbology_identifier = entry.identifier.c_str();
    out.error_correction_level = entry.level.c_str();
    out.version = entry.version.c_str();
    out.sequence_id = entry.sequence.c_str();
    return out;
}

void CZXingSymbolsFree(CZXingSymbols *symbols) {
    delete symbols;
}

bool CZXingIsCurrent(void) {
    return ZXING_VERSION_MAJOR >= 3;
}

const char *CZXingVersion(void) {
#define CZXING_TEXT_OF(value) #value
#define CZXING_TEXT(value) CZXING_TEXT_OF(value)
    return CZXING_TEXT(ZXING_VERSION_MAJOR) "." CZXING_TEXT(ZXING_VERSION_MINOR) "." CZXING_TEXT(
        ZXING_VERSION_PATCH);
}
