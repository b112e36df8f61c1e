import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What a live frame has time for.
@Suite struct LiveCodeSearchTests {
    /// Of which all steps find one.
    private static let types: Set<MetadataObjectType> = [
        .qr, .rMQR, .dataMatrix, .aztec, .maxiCode, .ean13,
    ]

    /// Frames until every step that is not in effort fast has had its turn.
    private var cycle: Int { Plan.liveSteps(for: .normal).count - Plan.live.count }

    private func steps(
        in plane: Plane, frames: Range<Int>, effort: Effort = .normal, stepsInView: Set<String> = []
    ) throws -> [Set<String>] {
        try frames.map { number in
            let request = DetectionRequest(
                types: Self.types, effort: effort,
                liveFrame: LiveFrame(number: number, stepsInView: stepsInView))
            return Set(try CodeDetector().detect(request, in: Frame(luma: plane)).readings.map(\.step))
        }
    }

    /// A code that only a step on changed pixels reads.
    private var inverted: Plane { get throws { try sample("dataMatrix/inverted.png") } }

    private func sample(_ name: String) throws -> Plane {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../SampleImages/\(name)")
        return try StandardPictureDecoder().frame(from: Array(Data(contentsOf: file)), limits: .standard).luma
    }

    @Test func aClearCodeIsReadInEveryFrame() throws {
        #expect(try steps(in: HelloQR.low, frames: 0..<3) == Array(repeating: ["plain"], count: 3))
    }

    @Test func aFurtherStepHasItsTurn() throws {
        let found = try steps(in: inverted, frames: 0..<cycle).filter { !$0.isEmpty }
        #expect(!found.isEmpty)
        #expect(found.count < cycle)
        #expect(try steps(in: inverted, frames: 0..<cycle, effort: .fast).allSatisfy(\.isEmpty))
    }

    /// The steps that read something in each of some rounds.
    private func rounds(_ numbers: Range<Int>, in plane: Plane, stepsInView: Set<String> = []) throws
        -> [Set<String>]
    {
        try numbers.map { number in
            var frame = LiveFrame(number: number, stepsInView: stepsInView)
            frame.isRound = true
            let request = DetectionRequest(types: Self.types, liveFrame: frame).unhurried
            return Set(try CodeDetector().detect(request, in: Frame(luma: plane)).readings.map(\.step))
        }
    }

    @Test func eachStepHasItsRound() throws {
        let count = Search.liveCycle(of: Plan.liveSteps(for: .normal))
        #expect(count == Plan.liveSteps(for: .normal).count)
        let clear = try rounds(0..<2 * count, in: HelloQR.low)
        #expect(clear.indices.filter { clear[$0].contains("plain") } == [0, count])
        #expect(try rounds(0..<count, in: inverted).contains { !$0.isEmpty })
        #expect(try rounds(0..<count, in: HelloQR.low, stepsInView: ["plain"]).allSatisfy { $0 == ["plain"] })
    }

    /// A step that looks for other types has no turn.
    @Test func whatFindsNothingThatIsWantedTakesNoTurn() throws {
        func cycle(_ types: Set<MetadataObjectType>) throws -> Int {
            let request = DetectionRequest(types: types, liveFrame: LiveFrame(number: 0))
            return try CodeDetector().detect(request, in: Frame(luma: HelloQR.low)).liveCycle
        }
        #expect(try cycle([.qr]) < cycle(Self.types) && cycle([.ean13]) < cycle(Self.types))
    }

    /// What one engine reads and is not believed alone is looked at by the others in the same round.
    @Test func aRoundHasTheSecondOpinionThatAReadingNeeds() throws {
        let plane = try sample("ean13/turned-037.png")
        func isBelieved(without steps: Set<String>) throws -> Bool {
            var frame = LiveFrame(number: 0)
            frame.isRound = true
            let request = DetectionRequest(
                types: [.ean13, .upce], liveFrame: frame, disabledSteps: steps
            ).unhurried
            let readings = try CodeDetector().detect(request, in: Frame(luma: plane)).readings
            #expect(readings.contains { $0.step == "plain" })
            return !ReadingArbiter().verdict(on: readings).accepted.isEmpty
        }
        let others = Set(Plan.liveSteps(for: .normal).map(\.name)).subtracting(["plain"])
        #expect(try isBelieved(without: []) && !isBelieved(without: others))
    }

    @Test func whatReadACodeInViewIsAlwaysTried() throws {
        let number = try #require(steps(in: inverted, frames: 0..<cycle).firstIndex { !$0.isEmpty })
        let step = try #require(steps(in: inverted, frames: number..<number + 1)[0].first)
        let found = try steps(in: inverted, frames: 0..<cycle, stepsInView: [step])
        #expect(found.allSatisfy { $0.contains(step) })
    }
}
