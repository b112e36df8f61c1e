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

    @Test(arguments: [
        ("0112345678901231", true), ("10LOT12\u{1D}21SN-98765", true),
        ("1599123131030017501012A\u{1D}422123\u{1D}21123456", true), ("011234567890123", false),
        ("10LOT12\u{1D}2QSN-98765", false), ("10\u{1D}21A", false), ("", true), ("A", false),
    ])
    func elementStrings(text: String, isPlausible: Bool) {
        #expect(GS1ElementString.isPlausible(Array(text.utf8)) == isPlausible)
    }
}
