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

    /// The contract's own vector.
    @Test func upcAIsEAN13WithALeadingZero() {
        #expect(LinearContent.ean13(upcA: Array("036000291452".utf8)) == Array("0036000291452".utf8))
    }

    @Test(arguments: [
        ("0112345678901231", true), ("10LOT12\u{1D}21SN-98765", true),
        ("1599123131030017501012A\u{1D}422123\u{1D}21123456", true), ("011234567890123", false),
        ("10LOT12\u{1D}2QSN-98765", false), ("10\u{1D}21A", false), ("", true), ("A", false),
    ])
    func elementStrings(text: String, isPlausible: Bool) {
        #expect(GS1ElementString.isPlausible(Array(text.utf8)) == isPlausible)
    }

    @Test(arguments: [
        ("(01)90012345678908(3103)001750", "01900123456789083103001750"),
        ("(10)LOT12(21)SN-98765", "10LOT12\u{1D}21SN-98765"), ("(8110)10614141", "811010614141"),
    ])
    func bracketedElementStrings(text: String, bytes: String) {
        let found = GS1ElementString.bytes(ofBracketed: Array(text.utf8))
        #expect(found == Array(bytes.utf8))
        #expect(found.map(GS1ElementString.isPlausible) == true)
    }

    @Test func whatHasNoBracketsIsNoneOfThem() {
        #expect(GS1ElementString.bytes(ofBracketed: Array("0190012345678908".utf8)) == nil)
        #expect(GS1ElementString.bytes(ofBracketed: Array("x(01)90012345678908".utf8)) == nil)
    }

    @Test func dataBarsAreElementStrings() {
        #expect(LinearContent.dataBar(gtin: Array("20012345678909".utf8)) == Array("0120012345678909".utf8))
    }
}
