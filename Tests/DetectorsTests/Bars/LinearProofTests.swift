import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Shapes against pictures that zint made.
@Suite struct LinearProofTests {
    private static let looks = [
        "blurred", "low-contrast", "perspective", "shaded", "turned-037", "turned-090", "turned-180",
        "turned-270",
    ]
    /// But for those that an older ZXing-C++ does not read.
    private static let types: [MetadataObjectType] = [
        .ean13, .ean8, .upce, .code39, .codabar, .interleaved2of5, .itf14, .code93, .code128, .gs1DataBar,
        .gs1DataBarLimited, .telepen,
    ].filter(CodeDetector().supportedTypes.contains)

    private static func proof(
        _ type: MetadataObjectType, _ text: [UInt8], row: [Int]? = nil, _ corners: [CGPoint],
        isInverted: Bool = false, in plane: Plane
    ) -> LinearProof? {
        var budget = ProofBudget()
        return LinearProof(
            type: type, text: text, row: row, corners: corners, isInverted: isInverted, in: plane,
            within: &budget)
    }

    private static func changed(_ plane: Plane, _ sample: (CGPoint, UInt8) -> UInt8) -> Plane {
        plane.withBytes { bytes in
            let samples = (0..<plane.width * plane.height).map { index in
                let (y, x) = index.quotientAndRemainder(dividingBy: plane.width)
                return sample(CGPoint(x: x, y: y), bytes[y * plane.bytesPerRow + x])
            }
            return Plane(width: plane.width, height: plane.height, samples: samples)
        }
    }

    private func readings(_ type: MetadataObjectType, look: String) throws -> (
        plane: Plane, readings: [Reading]
    ) {
        let plane = try FaceSamples.plane("\(type.name)/\(look).png")
        let result = try CodeDetector().detect(
            DetectionRequest(types: [type]).unhurried, in: Frame(luma: plane))
        return (plane, result.readings)
    }

    @Test(arguments: types, looks) func aRightReadingIsProved(type: MetadataObjectType, look: String) throws {
        // Which nobody reads: SampleImages/KNOWN-MISSES.md.
        if type == .telepen, look == "shaded" { return }
        let proofs = try readings(type, look: look).readings.compactMap(\.evidence.proof)
        let best = try #require(proofs.max { $0.margin - $0.residue < $1.margin - $1.residue })
        #expect(best.residue <= 0.2)
        #expect(best.margin >= 0.05)
        #expect(best.worst <= (type == .interleaved2of5 || type == .itf14 ? 0.4 : 1))
    }

    @Test(arguments: types) func anotherTextInItsPlaceFails(type: MetadataObjectType) throws {
        let (plane, readings) = try readings(type, look: "low-contrast")
        let reading = try #require(readings.first)
        guard case .code(let content) = reading.content else { return }
        for place in [2, content.bytes.count - 2] {
            let text = Self.changed(content.bytes, at: place, type)
            #expect(text != content.bytes)
            let proof = Self.proof(type, text, reading.corners, in: plane)
            // Far off, it may be a symbol of another form: that is no proof.
            if type == .gs1DataBar || type == .gs1DataBarLimited, proof == nil { continue }
            #expect(try #require(proof).margin < 0, "\(String(decoding: text, as: UTF8.self))")
        }
    }

    /// Bars of 1 and 7, and of 2 and 8, are as far apart: through a blur, with modules of several widths, engines take them for each
    /// other.
    @Test(arguments: [-0.3, 0, 0.3]) func digitsWithBarsAsFarApartAreToldApart(stretch: Float) throws {
        let (right, wrong) = (Array("0815582275988".utf8), Array("0815582215922".utf8))
        let shape = try #require(SymbolShape.shapes(of: .ean13, text: right).first)
        let (plane, corners) = Self.drawn(shape, module: 1.8, stretch: stretch)
        let proved = try #require(Self.proof(.ean13, right, corners, in: plane))
        let refuted = try #require(Self.proof(.ean13, wrong, corners, in: plane))
        #expect(try #require(proved.ink) < 0.5)
        #expect(try #require(refuted.ink) > 1)
    }

    /// A cut through a wide bar leaves a narrow one that is too wide or too narrow, whose part of the symbol is so too.
    @Test(arguments: [Float(0.75), 1, 1.25, 1.6]) func theInkOfACutBarIsKnown(last: Float) throws {
        let text = Array("5528795236".utf8)
        let shape = try #require(SymbolShape.shapes(of: .interleaved2of5, text: text).first)
        let (plane, corners) = Self.drawn(shape, module: 2.3, stretch: 0, last: last)
        let proof = try #require(Self.proof(.interleaved2of5, text, corners, in: plane))
        #expect(abs(try #require(proof.ink) - abs(Double(last) - 1)) < 0.08)
    }

    /// A symbol through a blur of half a module.
    ///
    /// - Parameters:
    ///   - stretch: How much wider than the mean modules are at its beginning, and narrower at its end.
    ///   - last: How wide its last bar is.
    private static func drawn(
        _ shape: SymbolShape, module: Float, stretch: Float, last: Float = 1
    ) -> (Plane, [CGPoint]) {
        var widths = shape.inner.flatMap { $0 }
        widths[widths.count - 1] = last
        let edges = widths.reduce(into: [Float(0)]) { $0.append($0[$0.count - 1] + $1) }.map { edge in
            let share = edge / shape.modules
            return (10 + shape.modules * share * (1 + stretch * (1 - share))) * module
        }
        let (width, height) = (Int((shape.modules + 20) * module), 40)
        let row = (0..<width).map { column in
            let dark = edges.enumerated().reduce(Float(0)) { dark, edge in
                let share = SoftEdge.usual.share((Float(column) + 0.5 - edge.element) / module)
                return dark + (edge.offset.isMultiple(of: 2) ? share : -share)
            }
            return UInt8(230 - 200 * min(max(dark, 0), 1))
        }
        let ends = (Double(edges[0]), Double(edges[edges.count - 1]))
        return (
            Plane(width: width, height: height, samples: Array(repeatElement(row, count: height).joined())),
            [(ends.0, 0), (ends.0, height), (ends.1, height), (ends.1, 0)].map {
                CGPoint(x: $0.0, y: Double($0.1))
            }
        )
    }

    /// Another digit, and of EAN the check digit that it makes.
    private static func changed(_ text: [UInt8], at place: Int, _ type: MetadataObjectType) -> [UInt8] {
        var text = text
        text[place] = text[place] == UInt8(ascii: "7") ? UInt8(ascii: "2") : UInt8(ascii: "7")
        guard type == .ean13 || type == .ean8 else { return text }
        let digits = text.dropLast().reversed().map { Int($0) - 48 }
        let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 3 : 1) }
        text[text.count - 1] = UInt8(48 + (10 - sum % 10) % 10)
        return text
    }

    /// Their text may be encoded in several ways, so the engine tells its characters.
    @Test(
        .enabled(
            if: ZXing.isCurrent, "ZXing-C++ 3 alone tells characters"),
        arguments: looks + ["plain-date", "plain-gtin", "plain-variable"])
    func anExpandedDataBarIsProved(look: String) throws {
        let plane = try FaceSamples.plane("gs1DataBarExpanded/\(look).png")
        let result = try CodeDetector().detect(
            DetectionRequest(types: [.gs1DataBarExpanded]).unhurried, in: Frame(luma: plane))
        let proofs = result.readings.compactMap(\.evidence.proof)
        let best = try #require(proofs.max { $0.margin - $0.residue < $1.margin - $1.residue })
        #expect(best.residue <= 0.2)
        #expect(best.margin >= 0.05)
    }

    @Test(.enabled(if: ZXing.isCurrent, "ZXing-C++ 3 alone tells characters"))
    func otherCharactersOfAnExpandedDataBarFail() throws {
        let plane = try FaceSamples.plane("gs1DataBarExpanded/plain-gtin.png")
        let symbol = try #require(
            try ZXing.symbols(of: [.gs1DataBarExpanded], in: plane, options: ZXing.Options()).first)
        let row = try #require(symbol.row)
        func proof(_ row: [Int]) -> LinearProof? {
            Self.proof(.gs1DataBarExpanded, symbol.content.bytes, row: row, symbol.corners, in: plane)
        }
        #expect(try #require(proof(row)).margin > 0.1)
        // A pair of another symbol, as where two lie above each other.
        for pair in stride(from: 0, to: row.count - 1, by: 2) {
            var other = row
            for place in pair...pair + 1 { other[place] = (row[place] + 1_500) % 4_192 }
            let refuted = try #require(proof(other))
            // Those next to its characters do better, or none of them comes near.
            #expect(refuted.margin < 0 || refuted.worst > 0.8)
        }
        // Characters of no symbol: too few, too many, values that there are not.
        for wrong in [
            [], Array(row.prefix(3)), Array(repeating: 1, count: 23), [-1] + row.dropFirst(),
            [4_192] + row.dropFirst(),
        ] {
            #expect(proof(wrong) == nil)
        }
    }

    @Test(.enabled(if: ZXing.isCurrent, "ZXing-C++ 3 alone tells rows"))
    func barsOfADataBarInOneRowThatDoNotMatchRefuteIt() throws {
        let plane = try FaceSamples.plane("gs1DataBar/low-contrast.png")
        let symbol = try #require(
            try ZXing.symbols(of: [.gs1DataBar], in: plane, options: ZXing.Options()).first)
        let other = Array("0112345678901231".utf8)
        #expect(symbol.row == [])
        #expect(
            try #require(Self.proof(.gs1DataBar, other, row: [], symbol.corners, in: plane)).residue > 0.3)
        #expect(Self.proof(.gs1DataBar, other, symbol.corners, in: plane) == nil)
    }

    /// ISO/IEC 24724, 7.2.3: another number is encoded where a 2D component stands above.
    @Test func aLinkedDataBarHasOtherBars() {
        let text = Array("0103312345678903".utf8)
        let shapes = SymbolShape.shapes(of: .gs1DataBar, text: text, row: [])
        #expect(shapes.count == 2 && shapes[0].inner != shapes[1].inner)
    }

    /// Read in the picture with dark and light exchanged.
    @Test func lightBarsOnDarkAreProved() throws {
        let (plane, _) = try readings(.ean13, look: "low-contrast")
        let inverted = Self.changed(plane) { _, value in 255 - value }
        let result = try CodeDetector().detect(
            DetectionRequest(types: [.ean13]).unhurried, in: Frame(luma: inverted))
        let reading = try #require(result.readings.first)
        guard case .code(let content) = reading.content else { return }
        #expect(content.isInverted == true)
        #expect(try #require(reading.evidence.proof).residue < 0.2)
        let asDark = try #require(Self.proof(.ean13, content.bytes, reading.corners, in: inverted))
        #expect(asDark.residue > 0.3)
    }

    @Test func textsThatCode128HasOtherWaysFor() {
        for (text, hasOthers) in [
            ("Ab-c", false), ("ABC", true), ("ab12", true), ("a1b2", false), ("", true),
            ("ABCDe", true), ("ab\u{1D}cd", true),
        ] {
            #expect(Code128Shape.hasOtherWays(Array(text.utf8)) == hasOthers)
        }
    }

    @Test func aPieceOfAnInterleavedCodeHasNoQuietZone() throws {
        let (plane, readings) = try readings(.interleaved2of5, look: "plain-12")
        let reading = try #require(readings.first)
        guard case .code(let content) = reading.content else { return }
        // From the middle of the symbol on.
        var corners = reading.corners
        func middle(_ a: CGPoint, _ b: CGPoint) -> CGPoint { CGPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2) }
        (corners[0], corners[1]) = (middle(corners[0], corners[3]), middle(corners[1], corners[2]))
        let piece = try #require(
            Self.proof(
                .interleaved2of5, Array(content.bytes.suffix(content.bytes.count / 2)), corners, in: plane))
        #expect(piece.worst > 0.4)
    }

    @Test func barsBelowASpotThatEndsAPieceAreSeen() throws {
        let (plane, readings) = try readings(.interleaved2of5, look: "plain-12")
        let reading = try #require(readings.first)
        guard case .code(let content) = reading.content else { return }
        let box = CGRect(around: reading.corners)
        let spot = CGRect(x: box.midX, y: box.minY, width: box.width / 2, height: box.height / 6)
        let spotted = Self.changed(plane) { place, value in spot.contains(place) ? 255 : value }
        // The half before the spot, as an engine that read lines through the spot has it.
        let corners = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.minX, y: box.maxY),
            CGPoint(x: box.midX, y: spot.maxY), CGPoint(x: box.midX, y: spot.minY),
        ]
        let half = Array(content.bytes.prefix(content.bytes.count / 2))
        let seen = try #require(Self.proof(.interleaved2of5, half, corners, in: spotted))
        #expect(seen.quiet > 0.5)
    }

    @Test func whatHasNoShapeHasNoProof() throws {
        let plane = try FaceSamples.plane("ean13/shaded.png")
        let corners = CGRect(x: 0, y: 0, width: 100, height: 50).corners
        let none: [(MetadataObjectType, String)] = [
            (.gs1DataBarExpanded, "01"), (.code128, ""), (.code128, "\u{1}"), (.code93, ""),
            (.code93, "\u{1}"),
            (.gs1DataBar, "0112345"), (.gs1DataBar, "0212345678901231"), (.telepen, ""), (.telepen, "é"),
            (.ean13, "12"), (.ean13, "40123456789AB"), (.ean8, ""), (.upce, "91234565"),
            (.code39, "a"), (.code39, "A*B"), (.codabar, "A"), (.interleaved2of5, "123"),
            (.interleaved2of5, ""),
            (.interleaved2of5, String(repeating: "12", count: 10_000)),
        ]
        for (type, text) in none {
            #expect(Self.proof(type, Array(text.utf8), corners, in: plane) == nil)
        }
        let nowhere = [CGPoint(x: CGFloat.nan, y: 0)] + corners[1...]
        for corners in [nowhere, [], Array(corners.dropLast())] {
            #expect(
                Self.proof(.ean8, Array("55123457".utf8), corners, in: plane) == nil)
        }
    }

    @Test(arguments: [
        CGRect(x: 10, y: 10, width: 0, height: 0), CGRect(x: -500, y: -500, width: 100, height: 10),
        CGRect(x: 0, y: 0, width: 1e300, height: 1e300), CGRect(x: 20, y: 20, width: 0.01, height: 9_000),
    ])
    func wildCornersProveNothing(box: CGRect) throws {
        let plane = try FaceSamples.plane("ean8/shaded.png")
        for (type, text) in [
            (MetadataObjectType.ean8, "55123457"), (.code39, ""), (.itf14, "00012345678905"),
        ] {
            let proof = try #require(
                Self.proof(type, Array(text.utf8), box.corners, in: plane))
            #expect((0...1).contains(proof.residue) && (0...1).contains(proof.worst))
            #expect((-1...0.05).contains(proof.margin))
        }
    }
}
