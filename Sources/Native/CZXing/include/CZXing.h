// Reading codes with ZXing-C++. Its API is C++ with classes, templates and exceptions, which Swift cannot call
// without C++ interoperability in every client; it also changed names between 1.4, 2.x and 3.x.
//
// Ownership: samples and options are only read during the call. CZXingRead returns a list that the caller owns and
// gives back with CZXingSymbolsFree; everything a CZXingSymbol points to belongs to that list.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is told apart, as bits. CZXingFormats says which of them the library reads.
typedef enum {
    CZXING_AZTEC = 1 << 0,
    CZXING_CODABAR = 1 << 1,
    /// As its characters stand: what pairs of them mean in full ASCII, Code 32 and PZN is not looked at.
    CZXING_CODE39 = 1 << 2,
    CZXING_CODE93 = 1 << 3,
    CZXING_CODE128 = 1 << 4,
    CZXING_DATA_MATRIX = 1 << 5,
    CZXING_EAN8 = 1 << 6,
    /// UPC-A too, as 13 digits.
    CZXING_EAN13 = 1 << 7,
    CZXING_ITF = 1 << 8,
    /// Compact PDF417 too.
    CZXING_PDF417 = 1 << 9,
    /// Models 1 and 2.
    CZXING_QR = 1 << 10,
    CZXING_UPCE = 1 << 11,
    CZXING_MICRO_QR = 1 << 12,
    /// Omnidirectional, truncated and both stacked forms.
    CZXING_DATABAR = 1 << 13,
    /// Stacked too.
    CZXING_DATABAR_EXPANDED = 1 << 14,
    CZXING_DATABAR_LIMITED = 1 << 15,
    CZXING_MICRO_PDF417 = 1 << 16,
    CZXING_RMQR = 1 << 17,
    CZXING_MAXICODE = 1 << 18,
    CZXING_TELEPEN = 1 << 19,
    CZXING_DX_FILM_EDGE = 1 << 20,
} CZXingFormat;

/// What to look for and how hard.
typedef struct {
    /// Set of CZXingFormat; 0 reads nothing (to ZXing itself the empty set means all).
    uint32_t formats;
    bool try_harder;
    bool try_rotate;
    /// Light symbols on dark ground; not by every library.
    bool try_invert;
    bool try_downscale;
    /// One threshold for the whole plane instead of local ones.
    bool global_histogram;
    /// The samples are no luma: 0 is dark, all else is light.
    bool is_thresholded;
    /// Nothing but one symbol, perfectly aligned.
    bool is_pure;
    /// Symbols that were found but not decoded too.
    bool return_errors;
    /// Any space is enough beside a Code 39, Code 93, Code 128 or EAN-13, and no EAN-8 and UPC-E is read; not by every library.
    bool has_narrow_quiet_zones;
    /// Lines that must agree in a linear symbol, at least 1.
    uint8_t min_line_count;
    /// Most symbols, at least 1.
    uint8_t max_symbols;
} CZXingOptions;

/// One symbol. Strings are empty and numbers -1 where ZXing tells nothing.
typedef struct {
    CZXingFormat format;
    /// False for a symbol that was found but not decoded.
    bool is_decoded;
    bool is_mirrored;
    bool is_inverted;
    /// Top left, top right, bottom right, bottom left of the symbol itself; pixels of the plane.
    int32_t x[4];
    int32_t y[4];
    /// Lines that agreed; 0 for matrix symbols.
    int32_t line_count;
    /// The content in the same form whichever library read it: 13 digits of EAN-13 and UPC-A, 8 of UPC-E, a GS1 element
    /// string of DataBar; add-ons are not read.
    const uint8_t *_Nullable bytes;
    int64_t byte_count;
    /// The same content in the ECI protocol: symbology identifier, then "\nnnnnn" before each segment and every
    /// backslash of the content doubled. Empty if the symbol has no ECI.
    const uint8_t *_Nullable eci_bytes;
    int64_t eci_byte_count;
    /// Of GS1 DataBar and DataBar Expanded: whether it is in one row; false where the library does not tell.
    bool is_in_one_row;
    /// Of the same: whether it is known to be in several.
    bool is_stacked;
    const char *_Nonnull symbology_identifier;
    const char *_Nonnull error_correction_level;
    /// Of a matrix symbol: the share of its error correction that was not needed, 0…1, that of the worst of its blocks (ISO/IEC
    /// 15415:2024, 7.5.9); -1 where the library does not tell.
    double unused_error_correction;
    /// As ZXing writes it, such as "7", "M2", "R11x27" and "24x24".
    const char *_Nonnull version;
    /// Data mask of a QR code, 0 … 7.
    int32_t mask;
    /// Of a QR code: its modules as they were sampled, a byte each, row by row; 0 is dark. NULL where the library does not
    /// tell.
    const uint8_t *_Nullable modules;
    /// Modules a side; 0 without modules.
    int32_t side;
    /// Of Aztec, Data Matrix and PDF417: the data codewords after error correction, in the symbol's own sizes. Of GS1 DataBar
    /// Expanded in one row: the values of its characters, the check character first. NULL where the library does not tell.
    const uint16_t *_Nullable codewords;
    int64_t codeword_count;
    /// Of Micro QR and rMQR: where in its bytes characters in Kanji mode begin, and where they end, in turns. NULL where there are none,
    /// and where the library does not tell.
    const uint16_t *_Nullable kanji;
    int64_t kanji_count;
    /// Of PDF417; 0 of others.
    int32_t rows;
    int32_t columns;
    /// Of Aztec: with the small bull's-eye.
    bool is_compact;
    /// Of PDF417 and MicroPDF417: whether it is the two-dimensional part of a GS1 Composite (CC-B, CC-C), as its first
    /// codeword says (ISO/IEC 24723). Its content is then bits of another encodation, and no text.
    bool is_composite_part;
    int32_t sequence_index;
    int32_t sequence_count;
    const char *_Nonnull sequence_id;
} CZXingSymbol;

/// What one call found; opaque.
typedef struct CZXingSymbols CZXingSymbols;

/// Searches an 8-bit luma plane, rows bytes_per_row apart. NULL if ZXing failed (it throws on some pictures).
CZXingSymbols *_Nullable CZXingRead(
    const uint8_t *_Nonnull samples, int width, int height, int bytes_per_row, const CZXingOptions *_Nonnull options);

/// Number of symbols in the list.
int CZXingSymbolsCount(const CZXingSymbols *_Nonnull symbols);

/// One symbol; index is 0 … count - 1.
CZXingSymbol CZXingSymbolsGet(const CZXingSymbols *_Nonnull symbols, int index);

/// Gives the list back.
void CZXingSymbolsFree(CZXingSymbols *_Nullable symbols);

/// The formats that the library reads in this process, as bits.
uint32_t CZXingFormats(void);

/// Whether it is ZXing-C++ 3, which Scripts/make-zxing builds, and not the system's older one.
bool CZXingIsCurrent(void);

/// The version compiled against, such as "3.1.1" (a string of macros, which Swift does not import).
const char *_Nonnull CZXingVersion(void);

#ifdef __cplusplus
}
#endif
