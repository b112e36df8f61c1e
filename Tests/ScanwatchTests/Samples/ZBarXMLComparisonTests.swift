import Foundation
import Testing

/// `--format zbar-xml` against what zbarimg writes for the generated samples: byte for byte but for what
/// docs/records.md names, which is taken out here and nowhere else.
@Suite struct ZBarXMLComparisonTests {
    /// What zbarimg reads and we do not, because it is wrong: symbols a picture.
    private static let wrong = [
        "SampleImages/gs1DataBarExpanded/plain-variable.png": 1,  // stays alphanumeric after FNC1
        "SampleImages/interleaved2of5/shaded.png": 2,  // pieces of the code, each taken for a whole one
        "SampleImages/itf14/perspective.png": 1,
        "SampleImages/itf14/shaded.png": 6,
        "SampleImages/mixed/one-message-in-three.png": 1,  // three symbols joined and reported as one
        "SampleImages/none/codablock-f.png": 9,  // rows of one symbol
        "SampleImages/qr/content-binary.png": 1,  // bytes taken for text of a guessed character set
        "SampleImages/qr/content-cyrillic-eci.png": 1,  // another character set than the symbol says
        "SampleImages/qr/content-euc-kr.png": 1,  // no text in a character set that the symbol does not name
        "SampleImages/qr/content-gb18030.png": 1,
        "SampleImages/qr/content-two-ecis.png": 1,  // no text in two character sets
        "SampleImages/qr/content-windows-1252.png": 1,
    ]

    /// With an older ZXing we do not read a composite's linear part either: it takes the 2D component for a PDF417 in its place.
    private static let wrongWithOlder: Set = ["SampleImages/mixed/composites.png"]

    @Test func isWhatZbarimgWrites() throws {
        let pictures = "SampleImages/*/*.png"
        // A call a picture: DataBar's orientation depends on the pictures before in the same call.
        let run = try Tool.run(
            "for picture in \(pictures); do zbarimg --xml --quiet --nodbus $picture; done", in: Tool.package)
        let between = "</barcodes>\n<barcodes xmlns='http://zbar.sourceforge.net/2008/barcode'>\n"
        let theirs = try ZBarXMLDocument(run.output.replacing(between, with: ""), isSpoilt: true)
        let ours = try ZBarXMLDocument(
            Tool.run("scanwatch --format zbar-xml \(pictures)", in: Tool.package).output, isSpoilt: false)
        #expect(theirs.sources.count > 250 && theirs.sources.flatMap(\.symbols).count > 150, "\(run.errors)")
        #expect(ours.sources.map(\.name) == theirs.sources.map(\.name))
        var wrong: [String: Int] = [:]
        for (our, their) in zip(ours.sources, theirs.sources) {
            var rest = our.symbols
            for symbol in their.symbols {
                if let place = rest.firstIndex(of: symbol) {
                    rest.remove(at: place)
                } else {
                    wrong[their.name, default: 0] += 1
                    let isKnown =
                        Self.wrong[their.name] != nil
                        || (!SamplePicture.isRecordedEngine && Self.wrongWithOlder.contains(their.name))
                    #expect(isKnown, "\(their.name): not in ours: \(symbol)")
                }
            }
        }
        // With an older ZXing fewer codes beside those pieces are read.
        if SamplePicture.isRecordedEngine { #expect(wrong == Self.wrong) }
    }

    @Test func spoilsBase64AsZbarDoes() {
        #expect(ZBarXMLDocument.spoilt(Array("abcd".utf8)) == "YWJjZA==\n")
        #expect(ZBarXMLDocument.spoilt([0x80, 0x81, 0x82]) == "//+C\n")
        #expect(ZBarXMLDocument.spoilt(Array(repeating: 65, count: 57)).hasSuffix("QUFB\n\n"))
    }
}

/// What `zbarimg --xml` or we wrote, the sources in order, without what is known to differ: the order of symbols in a
/// source and the quality of linear codes are left out, and Base64 is as zbar spoils it.
private struct ZBarXMLDocument {
    struct Source {
        let name: String
        let symbols: [String]
    }

    private(set) var sources: [Source] = []

    init(_ text: String, isSpoilt: Bool) throws {
        let document = try #require(
            text.wholeMatch(
                of: /(?s)<barcodes xmlns='http:\/\/zbar.sourceforge.net\/2008\/barcode'>\n(.*)<\/barcodes>\n/)
        )
        var rest = document.output.1
        while let source = rest.prefixMatch(
            of:
                /(?s)<source href='([^']*)'>\n(?:<index num='0'>\n((?:<symbol .*?<\/symbol>\n)+?)<\/index>\n)?<\/source>\n/
        ) {
            let symbols = (source.output.2 ?? "").matches(of: /(?s)<symbol .*?<\/symbol>\n/).map {
                Self.comparable(String($0.output), isSpoilt: isSpoilt)
            }
            sources.append(Source(name: String(source.output.1), symbols: symbols))
            rest = rest[source.range.upperBound...]
        }
        #expect(rest.isEmpty, "not understood: \(rest.prefix(200))")
    }

    private static func comparable(_ symbol: String, isSpoilt: Bool) -> String {
        var symbol = symbol
        if !symbol.hasPrefix("<symbol type='QR-Code'") {
            symbol.replace(/\squality='\d+'/, with: "", maxReplacements: 1)
        }
        guard !isSpoilt else { return symbol }
        return symbol.replacing(/(?s)(<data format='base64' length='\d+'><!\[CDATA\[\n)(.*)\]\]>/) { match in
            let bytes =
                Data(base64Encoded: String(match.output.2), options: .ignoreUnknownCharacters) ?? Data()
            return "\(match.output.1)\(spoilt(Array(bytes)))]]>"
        }
    }

    /// Base64 by zbar 0.23.92: bytes are signed there, so that one over 127 sets all bits before it.
    static func spoilt(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start...].prefix(3)
            let bits = group.enumerated().reduce(0) {
                $0 | Int(Int8(bitPattern: $1.element)) << (16 - 8 * $1.offset)
            }
            for index in 0..<4 {
                text.append(index <= group.count ? alphabet[(bits >> (18 - 6 * index)) & 63] : "=")
            }
            if (start + 3).isMultiple(of: 57) && group.count == 3 { text += "\n" }
        }
        return text + "\n"
    }
}
