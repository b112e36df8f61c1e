// What one call found, and how a library's result becomes a CZXingSymbol. Engine.cpp reads with ZXing-C++ 3,
// OlderEngine.cpp with the system's library where that is older; of the two only one has a body.
#pragma once

#include "CZXing.h"

// Version 1.4 returns texts as std::wstring unless told otherwise; later versions ignore this.
#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>
#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace CZXing {

/// One symbol and what its pointers point to.
struct Entry {
    CZXingSymbol symbol = {};
    std::vector<uint8_t> bytes, eci, modules;
    std::vector<uint16_t> codewords, kanji;
    std::string identifier, level, version, sequence;
};

/// Reads a plane; options->formats is not 0. May throw.
void read(const ZXing::ImageView &view, const CZXingOptions &options, std::deque<Entry> &entries);

/// Sets what every version tells in the same way; bytes, version and mask are the caller's.
template <typename S> void fill(Entry &entry, const S &symbol, CZXingFormat format) {
    if (symbol.hasECI()) {
        const auto eci = symbol.bytesECI();
        entry.eci.assign(eci.begin(), eci.end());
    }
    entry.identifier = symbol.symbologyIdentifier();
    entry.level = symbol.ecLevel();
    const bool isPart = symbol.sequenceSize() > -1 && symbol.sequenceIndex() > -1;
    if (isPart) entry.sequence = symbol.sequenceId();

    CZXingSymbol &out = entry.symbol;
    out.format = format;
    out.is_decoded = !symbol.error();
    out.is_mirrored = symbol.isMirrored();
    for (int i = 0; i < 4; i++) {
        out.x[i] = symbol.position()[i].x;
        out.y[i] = symbol.position()[i].y;
    }
    out.line_count = symbol.lineCount();
    out.mask = -1;
    out.unused_error_correction = -1;
    out.sequence_index = isPart ? symbol.sequenceIndex() : -1;
    out.sequence_count = isPart ? symbol.sequenceSize() : -1;
}

} // namespace CZXing
