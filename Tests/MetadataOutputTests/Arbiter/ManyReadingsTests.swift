import Foundation
import Testing

@testable import MetadataOutput

@Suite("Many readings are judged as few are")
struct ManyReadingsTests {
    private static let types: [MetadataObjectType] = [
        .qr, .aztec, .dataMatrix, .code128, .ean13, .interleaved2of5, .itf14, .code39,
    ]

    /// Readings that are in each other's way: few texts, few places, all sizes.
    private func readings(_ count: Int, on side: Int) -> [Reading] {
        (0..<count).map { _ in
            let type = Self.types.randomElement() ?? .qr
            let (width, height) = (1 << Int.random(in: 0...9), 1 << Int.random(in: 0...9))
            let box = CGRect(
                x: Int.random(in: 0...side), y: Int.random(in: 0...side), width: width,
                height: Bool.random() ? width : height)
            let digits = String(
                "1234123412341".dropFirst(Int.random(in: 0...4)).prefix(Int.random(in: 2...9)))
            let isDecoded = Int.random(in: 0..<8) > 0
            let isText = Int.random(in: 0..<4) > 0
            // The same text of other bytes, as another engine gives it.
            let bytes = Array(digits.utf8) + (isText && Bool.random() ? [0] : [])
            let content = CodeContent(
                bytes: isDecoded ? bytes : [], text: isDecoded && isText ? digits : nil, isDecoded: isDecoded)
            let isZBar = Bool.random()
            return Reading(
                type: type, corners: box.corners, content: .code(content), engine: isZBar ? .zbar : .zxing,
                step: ["plain", "contrast", "tiles"].randomElement() ?? "",
                evidence: Evidence(
                    source: [.plain, .rescue, .crop, .strip].randomElement() ?? .plain,
                    lines: isZBar ? nil : Int.random(in: 1...7),
                    quality: isZBar ? Int.random(in: 1...30) : nil,
                    unusedErrorCorrection: isZBar ? nil : [0, 0.3, 0.8].randomElement()))
        }
    }

    @Test(arguments: [(1, 40), (2, 60), (5, 100), (20, 200), (100, 400), (300, 3000)])
    func theyAreJudgedAsByThePlainRules(count: Int, side: Int) {
        for _ in 0..<(2000 / count) {
            let readings = readings(count, on: side)
            let plain = PlainArbiter(readings)
            let verdict = ReadingArbiter().verdict(on: readings)
            #expect(verdict.accepted.map(\.reading) == plain.accepted)
            #expect(verdict.waiting == plain.waiting)
            let standing = verdict.judgements.filter { if case .stands = $0.decision { true } else { false } }
            #expect(Set(standing.map(\.reading)) == Set(plain.accepted))
        }
    }

    @Test func aPlaceThatIsNoneIsRefused() {
        var reading = Reading.code(.qr, "a")
        for x in [Double.nan, .infinity] {
            reading.corners[0].x = x
            let verdict = ReadingArbiter().verdict(on: [reading, .code(.qr, "a")])
            #expect(verdict.accepted.count == 1)
            #expect(verdict.judgements.map(\.decision) == [.refused(.withoutPlace), .stands(0)])
        }
    }

    @Test func aSearchLooksAtFewOfMany() {
        // Places in a grid, none shared with another; each is asked for.
        let places = (0..<4096).map { number in
            Place(of: .qr, box: CGRect(x: number % 64 * 40, y: number / 64 * 40, width: 20, height: 20))
        }
        let index = PlaceIndex(of: places, inserting: places.indices)
        var looks = 0
        for (number, place) in places.enumerated() {
            let found = index.first(near: place, before: .max) { candidate in
                looks += 1
                return places[candidate].isShared(with: place)
            }
            #expect(found == number)
        }
        #expect(looks < 10 * places.count)
    }

    @Test func noMoreAreFollowedThanCanBeCompared() throws {
        let output = CaptureMetadataOutput(detectors: [], decoder: TwoByteDecoder())
        let sequence = output.makeSequence()
        var request = DetectionRequest(types: [.qr])
        request.effort = .fast
        for number in 0..<3 {
            let detections = (0..<4000).map { place in
                Detection(
                    reading: .qr(
                        "\(number) \(place)",
                        CGRect(x: place % 64 * 40, y: place / 64 * 40, width: 20, height: 20)),
                    confidence: 1)
            }
            let frame = SearchedFrame(
                time: .milliseconds(40 * number), request: request, shares: [.qr: 1], width: 4000,
                height: 4000,
                detections: detections)
            #expect(sequence.update(for: frame).objects.count == 500)
        }
    }
}
