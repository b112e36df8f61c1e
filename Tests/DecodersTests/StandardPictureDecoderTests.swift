import Decoders
import MetadataOutput
import Testing

@Suite("What is no picture, or not one read here")
struct StandardPictureDecoderTests {
    private let decoder = StandardPictureDecoder()

    private func code(_ bytes: [UInt8], limits: DecodingLimits = .standard) -> PayloadError.Code? {
        do throws(PayloadError) {
            _ = try decoder.frame(from: bytes, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("No bytes are their own error")
    func empty() {
        #expect(code([]) == .empty)
    }

    @Test(
        "Formats that are not read here are named",
        arguments: [
            ("%PDF-1.7\n", "PDF"), ("\0\0\0\u{18}ftypisom", "movie"),
            ("<svg xmlns=''/>", "SVG"), ("<!DOCTYPE html><title>404", "HTML"), ("8BPS", "PSD"),
            (String(repeating: "\0", count: 257) + "ustar", "tar archive"),
        ])
    func foreign(prefix: String, name: String) throws {
        let error = #expect(throws: PayloadError.self) {
            try decoder.frame(from: Array(prefix.utf8), limits: .standard)
        }
        #expect(error?.code == .unknownFormat)
        #expect(error?.message.contains(name) == true)
        // The library has no options.
        #expect(error?.message.contains("--") == false)
    }

    @Test("A file over its limit is refused unread")
    func fileBytes() {
        #expect(code([0xFF, 0xD8, 0xFF, 0xE0], limits: DecodingLimits(fileBytes: 3)) == .overLimit)
        #expect(code([0xFF, 0xD8, 0xFF, 0xE0]) == .undecodable)
    }
}
