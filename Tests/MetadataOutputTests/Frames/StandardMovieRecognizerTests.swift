import MetadataOutput
import Testing

@Suite struct StandardMovieRecognizerTests {
    private func recognises(_ text: String) -> Bool {
        // Each character is the byte of its number.
        StandardMovieRecognizer().recognises(prefix: text.unicodeScalars.map { UInt8($0.value) })
    }

    @Test(arguments: [
        "\0\0\0\u{18}ftypisom\0\0\u{2}\0isomiso2", "\0\0\0\u{14}ftypqt  \0\0\0\0qt  ",
        "\0\0\u{8}\0moov\0\0\0\0mvhd",
        "\u{1A}E\u{DF}\u{A3}\u{9F}B\u{86}\u{81}", "RIFF\0\0\u{1}\0AVI LIST", "\0\0\u{1}\u{BA}D\0\u{4}",
        "G@\0\u{10}\0\0", "G@\u{11}\u{10}\0\0", "G`\0\u{30}\0\0", "FLV\u{1}\u{5}",
        "0&\u{B2}u\u{8E}f\u{CF}\u{11}\u{A6}\u{D9}", "nut/multimedia container\0NM",
    ])
    func moviesAreKnown(prefix: String) {
        #expect(recognises(prefix))
        #expect(
            !StandardPictureRecognizer().recognises(prefix: prefix.unicodeScalars.map { UInt8($0.value) }))
    }

    @Test(arguments: [
        "", "G", "G@", "Good morning, and good night", "\0\0\0\u{18}ftypheic\0\0\0\0mif1heic",
        "\0\0\0\u{1C}ftypM4A \0\0\0\0", "\0\0\0\u{18}ftypcrx \0\0\0\u{1}", "RIFF\0\0\u{1}\0WAVEfmt ",
        "import { a } from 'b'\n", "%PDF-1.7\n", "OggS\0\u{2}",
    ])
    func othersAreNot(prefix: String) {
        #expect(!recognises(prefix))
    }
}
