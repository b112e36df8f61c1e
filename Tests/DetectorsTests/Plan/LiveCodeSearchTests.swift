import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What a live frame has time for.
@Suite struct LiveCodeSearchTests {
    /// Frames until every step that is not in effort fast has had its turn.
    private var cycle: Int { Plan.steps(for: .normal).count - Plan.live.count }

    private func steps(
        in plane: Plane, frames: Range<Int>, effort: Effort = .normal, stepsInView: Set<String> = []
    ) throws -> [Set<String>] {
        try frames.map { number in
            let request = DetectionRequest(
                types: [.qr], effort: effort, liveFrame: LiveFrame(number: number, stepsInView: stepsInView))
            return Set(try CodeDetector().detect(request, in: Frame(luma: plane)).readings.map(\.step))
        }
    }

    /// A code that only a step on changed pixels reads.
    private var inverted: Plane {
        get throws {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../SampleImages/qr/inverted.png")
            return try StandardPictureDecoder().frame(from: Array(Data(contentsOf: file)), limits: .standard)
                .luma
        }
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

    @Test func whatReadACodeInViewIsAlwaysTried() throws {
        let number = try #require(steps(in: inverted, frames: 0..<cycle).firstIndex { !$0.isEmpty })
        let step = try #require(steps(in: inverted, frames: number..<number + 1)[0].first)
        let found = try steps(in: inverted, frames: 0..<cycle, stepsInView: [step])
        #expect(found.allSatisfy { $0.contains(step) })
    }
}
