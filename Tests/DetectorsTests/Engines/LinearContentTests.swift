import MetadataOutput
import Testing

@testable import Detectors

@Suite struct LinearContentTests {
    @Test(arguments: [
        ("00012345678905", MetadataObjectType.itf14), ("30712345000010", .itf14),
        ("00012345678906", .interleaved2of5), ("0012345678905", .interleaved2of5),
        ("123456", .interleaved2of5), ("0001234567890A", .interleaved2of5),
    ])
    func fourteenDigitsWithARightCheckDigitAreITF14(digits: String, type: MetadataObjectType) {
        #expect(LinearContent.type(ofInterleaved: Array(digits.utf8)) == type)
    }

    /// What a Code 39 is of the types asked for; the vectors are zint's.
    @Test(arguments: [
        ("SCANWATCH1", [MetadataObjectType.code39Mod43], "SCANWATCH1"), ("SCANWATCH2", [.code39Mod43], nil),
        ("SCANWATCH1", [.code39, .code39Mod43], "SCANWATCH1"), ("1", [.code39Mod43], nil),
        ("3SRNBN", [.code32], nil), ("0CW2XN", [.code32], nil), ("", [.code32], nil),
        ("ABCDEF", [.code32], nil),
        ("-12345678", [.pzn], "-12345678"), ("-12345677", [.pzn], nil), ("12345678", [.pzn], nil),
        ("-12345678", [.code39, .pzn], "-12345678"), ("ANY", [.pzn, .code32, .code39Mod43], nil),
    ])
    func whatACode39Is(characters: String, types: [MetadataObjectType], text: String?) {
        let found = LinearContent.content(ofCode39: Array(characters.utf8), wanted: Set(types))
        #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == text)
        #expect(found.map(\.type) == (text == nil ? nil : types[0]))
    }

    /// A Code 32 in base 32, and with a wrong digit.
    @Test func code32() {
        #expect(
            LinearContent.code32(Array("3PRM8N".utf8)).map { String(decoding: $0, as: UTF8.self) }
                == "A123456788")
        #expect(LinearContent.code32(Array("3PRM8P".utf8)) == nil)
        #expect(LinearContent.code32(Array("ZZZZZZ".utf8)) == nil)
    }

    @Test(arguments: [
        ("0112345678901231", true), ("10LOT12\u{1D}21SN-98765", true),
        ("1599123131030017501012A\u{1D}422123\u{1D}21123456", true), ("011234567890123", false),
        ("10LOT12\u{1D}2QSN-98765", false), ("10\u{1D}21A", false), ("", true), ("A", false),
    ])
    func elementStrings(text: String, isPlausible: Bool) {
        #expect(GS1ElementString.isPlausible(Array(text.utf8)) == isPlausible)
    }
}
