import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Whether the reason is named why a code cannot be read, and none where nothing is wrong. The limits of ``HintSearch`` were
/// looked at on scenes of other seeds than these.
@Suite(.serialized) struct HintSceneTests {
    private struct NoPictures: PictureDecoder {
        var fileExtensions: Set<String> { [] }
        func recognises(prefix: [UInt8]) -> Bool { false }
        func frame(from bytes: [UInt8], limits: DecodingLimits) throws(PayloadError) -> Frame {
            throw PayloadError(.unknownFormat, "")
        }
    }

    private static func result(_ plane: Plane) throws -> DetectionResult {
        var request = DetectionRequest(types: CodeDetector().supportedTypes, effort: .fast).unhurried
        request.includesHints = true
        return try InProcessPayloadDetector(decoder: NoPictures(), detectors: [CodeDetector()])
            .detect(request, in: .frame(Frame(luma: plane)))
    }

    private struct Outcome: Sendable {
        let cause: ReaderHint?
        let seed: UInt64
        let hints: [ReaderHint]
        let wasRead: Bool
    }

    /// On threads of its own: those of the pool are every other test's too.
    private static func outcomes(_ causes: [ReaderHint?], seed: UInt64) async -> [Outcome] {
        await withCheckedContinuation { done in
            Thread { done.resume(returning: searched(causes, seed: seed)) }.start()
        }
    }

    private static func searched(_ causes: [ReaderHint?], seed: UInt64) -> [Outcome] {
        Array(zip(causes, 0...)).mapped(onThreads: 2) { cause, number in
            // Some scenes are read all the same: another of their kind takes their place.
            for attempt: UInt64 in 0..<20 {
                let seed = seed * 1_000_000 + UInt64(number) * 100 + attempt
                guard let result = try? result(HintScene(cause, seed: seed).plane) else { continue }
                let wasRead = result.readings.contains(where: \.isDecoded)
                if cause == nil || !wasRead {
                    return Outcome(cause: cause, seed: seed, hints: result.hints, wasRead: wasRead)
                }
            }
            return Outcome(cause: cause, seed: 0, hints: [], wasRead: true)
        }
    }

    private static let seed =
        ProcessInfo.processInfo.environment["SCANWATCH_HINT_SEED"].flatMap(UInt64.init) ?? 7

    @Test func reasonsAreNamed() async {
        let causes = (0..<40).map { ReaderHint.allCases[$0 % ReaderHint.allCases.count] }
        let outcomes = await Self.outcomes(causes, seed: Self.seed)
        let wrong = outcomes.filter { $0.hints != [$0.cause].compactMap(\.self) }
        #expect(
            wrong.count <= 4,
            "\(wrong.map { "\($0.cause.map { "\($0)" } ?? "") \($0.seed): \($0.hints)" }.joined(separator: "\n"))"
        )
    }

    @Test func nothingIsSaidWhereNothingIsWrong() async {
        let outcomes = await Self.outcomes(Array(repeating: nil, count: 120), seed: Self.seed)
        let wrong = outcomes.filter { !$0.hints.isEmpty }
        #expect(wrong.count <= 3, "\(wrong.map { "\($0.seed): \($0.hints)" }.joined(separator: "\n"))")
        // Some of them show codes.
        #expect(outcomes.count(where: \.wasRead) > 36)
    }
}
