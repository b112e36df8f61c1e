import MetadataOutput
import Testing

@testable import Detectors

@Suite struct ECIProtocolTests {
    @Test func interpretationsBeginSegments() {
        let message = Array("]Q2\\000003A\\\\B\\000026".utf8) + [0xC3, 0xBC]
        #expect(
            ECIProtocol.segments(of: message) == [
                PayloadText.Segment(eci: 3, bytes: Array("A\\B".utf8)),
                PayloadText.Segment(eci: 26, bytes: [0xC3, 0xBC]),
            ])
    }

    @Test func bytesBeforeTheFirstInterpretationHaveNone() {
        #expect(
            ECIProtocol.segments(of: Array("]d4AB\\000020C".utf8)) == [
                PayloadText.Segment(bytes: Array("AB".utf8)),
                PayloadText.Segment(eci: 20, bytes: Array("C".utf8)),
            ])
    }

    /// What is no designator is content, also at the end.
    @Test(arguments: ["\\", "\\12", "\\00000X"]) func stray(text: String) {
        #expect(
            ECIProtocol.segments(of: Array("]Q2".utf8) + Array(text.utf8)) == [
                PayloadText.Segment(bytes: Array(text.utf8))
            ])
    }

    @Test func nothingIsNoMessage() {
        #expect(ECIProtocol.segments(of: []) == nil)
    }
}
