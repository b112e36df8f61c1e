import Decoders
import Foundation
import MetadataOutput
import Testing

/// Views are looked at again by the decoder, which is tested on its own.
@Suite struct StandardPictureRendererTests {
    private let decoder = StandardPictureDecoder()
    private let renderer = StandardPictureRenderer()

    private func views(_ request: PictureViewRequest, of bytes: [UInt8]) throws -> PictureViews {
        let frame = try decoder.frame(from: bytes, limits: .standard)
        return renderer.views(request, of: .encoded(bytes, limits: .standard), frame: frame)
    }

    private func picture(_ name: String) throws -> [UInt8] {
        try TestPicture.named(name).bytes
    }

    private func samples(_ plane: Plane) -> [UInt8] {
        plane.withBytes { span in span.indices.map { span[$0] } }
    }

    @Test func nothingIsMadeUnasked() throws {
        #expect(try views(PictureViewRequest(), of: picture("colour/rgb-8.png")) == PictureViews())
    }

    @Test func aThumbnailIsTheAverageOfWhatItStandsFor() throws {
        // Quarters of 0, 100, 200 and 50 in a picture of 7 × 5, whose middle column and row are cut in two.
        let values: [[UInt8]] = [[0, 100], [200, 50]]
        var bytes = [UInt8]()
        for y in 0..<5 {
            for x in 0..<7 { bytes.append(x == 3 || y == 2 ? 40 : values[y / 3][x / 4]) }
        }
        let frame = Frame(luma: Plane(width: 7, height: 5, samples: bytes))
        let view = try #require(
            renderer.views(PictureViewRequest(thumbnailSide: 2), of: .frame(frame), frame: frame).thumbnail)
        #expect(view.width == 2 && view.height == 1 && view.mediaType == "image/jpeg")
        let seen = samples(try decoder.frame(from: view.bytes, limits: .standard).luma)
        // Left: 6 of 0, 6 of 200, 5.5 of 40 in 17.5 pixels; right the same with 100 and 50.
        #expect(abs(Int(seen[0]) - 81) <= 4 && abs(Int(seen[1]) - 64) <= 4, "\(seen)")
    }

    @Test func aSmallPictureKeepsItsSize() throws {
        let view = try views(PictureViewRequest(thumbnailSide: 200), of: picture("colour/rgb-8.png"))
            .thumbnail
        #expect(view?.width == PicturePattern.width && view?.height == PicturePattern.height)
    }

    @Test(arguments: [
        ("colour/rgb-8.png", "image/png"), ("colour/lossy.webp", "image/webp"),
        ("bitmap/plain.gif", "image/gif"),
        ("colour/24.bmp", "image/jpeg"), ("colour/strips.tif", "image/jpeg"),
        ("grey/plain.pgm", "image/jpeg"),
        ("colour/orientation-3.png", "image/jpeg"), ("colour/orientation-6.webp", "image/jpeg"),
        ("colour/arithmetic.jpg", "image/jpeg"),
    ])
    func browsersShowIt(name: String, mediaType: String) throws {
        let bytes = try picture(name)
        let view = try #require(try views(PictureViewRequest(includesPicture: true), of: bytes).picture)
        #expect(view.mediaType == mediaType && view.orientation == .up)
        let frame = try decoder.frame(from: view.bytes, limits: .standard)
        #expect(frame.luma.width == PicturePattern.width && frame.luma.height == PicturePattern.height)
    }

    /// Whatever byte of a file is another: what is embedded shows what was searched.
    @Test(arguments: [
        "colour/progressive.jpg", "colour/restarts.jpg", "colour/rgb.jpg", "alpha/palette-alpha-4.png",
        "grey-keyed/rgb-8-key.png", "alpha/lossy.webp", "colour/lossless.webp", "offset/frame.gif",
    ])
    func aBentFileIsShownAsItWasDecoded(name: String) throws {
        let whole = try picture(name)
        var shown = 0
        for offset in whole.indices {
            let bent = whole.replacing(at: offset, with: [whole[offset] ^ 0x11])
            guard let before = try? decoder.frame(from: bent, limits: .standard).luma,
                let view = try views(PictureViewRequest(includesPicture: true), of: bent).picture
            else { continue }
            let after = try decoder.frame(from: view.bytes, limits: .standard).luma
            if samples(after) == samples(before) {
                shown += 1
            } else {
                // It is encoded anew, in grey: its frame has one component.
                #expect(view.bytes.firstIndex(of: [0xFF, 0xC0, 0, 11]) != nil, "byte \(offset)")
            }
        }
        #expect(shown > 0)
    }

    @Test(arguments: PictureOrientation.allCases)
    func aTurnedJPEGSaysSoOnlyBesideItsBytes(orientation: PictureOrientation) throws {
        let plain = try picture("grey/baseline.jpg")
        var block: [UInt8] = Array("Exif".utf8) + [0, 0] + Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0]
        block += [0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0]
        // A fill byte before the marker, and a block of XMP that says something else.
        let segment: [UInt8] = [0xFF, 0xFF, 0xE1, 0, UInt8(block.count + 2)] + block
        let note = [0xFF, 0xE1, 0, 6] + Array("http".utf8)
        let turned: [UInt8] = Array(plain[..<2]) + segment + note + Array(plain[2...])
        let view = try #require(
            try views(PictureViewRequest(includesPicture: true), of: turned).picture)
        #expect(view.orientation == orientation)
        #expect(view.width == PicturePattern.width && view.height == PicturePattern.height)
        let stored = try decoder.frame(from: view.bytes, limits: .standard).luma
        #expect(samples(stored) == samples(try decoder.frame(from: plain, limits: .standard).luma))
    }

    // MARK: - Masks

    /// Everything right of the middle and below it.
    private func mask() throws -> PictureMask {
        let corners = [(0.6, 0.75), (1, 0.75), (1, 1), (0.6, 1)].map { CGPoint(x: $0.0, y: $0.1) }
        let area = try #require(Zone(name: "m", corners: corners))
        return try #require(PictureMask(areas: [area]))
    }

    private func maskedView(of bytes: [UInt8]) throws -> PictureView {
        let payload = Payload.masked(.encoded(bytes, limits: .standard), by: try mask())
        let frame = try decoder.frame(from: payload)
        return try #require(
            renderer.views(PictureViewRequest(includesPicture: true), of: payload, frame: frame).picture)
    }

    private static let uprightJPEGs = [
        "colour/baseline-420.jpg", "colour/baseline-444.jpg", "colour/arithmetic.jpg",
        "colour/arithmetic-progressive.jpg",
        "colour/extraneous.jpg", "colour/orientation-1-big.jpg", "colour/progressive.jpg",
        "colour/restarts.jpg",
        "colour/rgb.jpg", "colour/scans.jpg", "colour/trailing.jpg", "grey/baseline.jpg",
        "grey/progressive.jpg",
    ]

    @Test(arguments: uprightJPEGs)
    func aMaskedJPEGHasEmptyBlocksAndAllOthersAsTheyWere(name: String) throws {
        let bytes = try picture(name)
        let view = try maskedView(of: bytes)
        #expect(view.mediaType == "image/jpeg")
        let (before, after) = (
            try decoder.frame(from: bytes, limits: .standard).luma,
            try decoder.frame(from: view.bytes, limits: .standard).luma
        )
        #expect((after.width, after.height) == (before.width, before.height))
        let (was, isNow) = (samples(before), samples(after))
        for place in was.indices {
            let isHidden = place % before.width >= 16 && place / before.width >= 16
            #expect(isNow[place] == (isHidden ? 128 : was[place]), "\(name): \(place)")
        }
        // Neither what was hidden nor anything beside the picture is in the bytes.
        #expect(view.bytes.firstIndex(of: Array("Exif".utf8)) == nil)
    }

    @Test(arguments: [
        "colour/rgb-8.png", "colour/orientation-6-big.jpg", "colour/cmyk.jpg", "colour/no-end.jpg",
    ])
    func whatIsNoUprightJPEGIsMaskedInGrey(name: String) throws {
        let view = try maskedView(of: try picture(name))
        let luma = try decoder.frame(from: view.bytes, limits: .standard).luma
        let seen = samples(luma)
        #expect(view.mediaType == "image/jpeg")
        #expect(abs(Int(seen[seen.count - 1]) - 128) <= 3)
    }

    /// Damage that can be decoded, and for which the encoder has no codes.
    @Test func aJPEGOfImpossibleCoefficientsIsMaskedInGrey() throws {
        func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            [0xFF, marker, 0, UInt8(content.count + 2)] + content
        }
        // Tables of one code each: 14 bits for the constant part, no others. Two blocks are 16383, two are 0.
        let counts = [1] + [UInt8](repeating: 0, count: 15)
        let bytes =
            [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xC0, [8, 0, 8, 0, 32, 1, 1, 0x11, 0])
            + segment(0xC4, [0] + counts + [14]) + segment(0xC4, [0x10] + counts + [0])
            + segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x7F, 0xFE, 0, 0, 0x7F, 0xFE, 0, 0, 0xFF, 0xD9]
        let view = try maskedView(of: bytes)
        let shown = try decoder.frame(from: view.bytes, limits: .standard).luma
        #expect((shown.width, shown.height) == (32, 8))
    }

    @Test func aDamagedJPEGIsNotTranscoded() throws {
        let bytes = try picture("colour/baseline-420.jpg")
        let frame = try decoder.frame(from: bytes, limits: .standard)
        let payload = Payload.masked(
            .encoded(Array(bytes.prefix(bytes.count * 3 / 4)), limits: .standard), by: try mask())
        let view = try #require(
            renderer.views(
                PictureViewRequest(includesPicture: true), of: payload, frame: frame.masked(by: try mask())
            ).picture)
        let seen = samples(try decoder.frame(from: view.bytes, limits: .standard).luma)
        #expect(abs(Int(seen[seen.count - 1]) - 128) <= 3)
    }
}
