import MetadataOutput
import Testing

@Suite struct FaceConfidenceTests {
    /// Boxes of these scores were faces in about half of the cases.
    @Test(arguments: [(Engine.dlib, 0), (.yunet, 0.57)])
    func half(_ engine: Engine, _ score: Double) throws {
        let confidence = try #require(FaceConfidence.confidence(engine: engine, score: score))
        #expect(abs(confidence - 0.5) < 1e-9)
    }

    @Test(arguments: [(Engine.dlib, -1.0, 3.0), (.yunet, 0.2, 1.0)])
    func growsWithTheScore(_ engine: Engine, _ low: Double, _ high: Double) throws {
        let confidences = try stride(from: low, through: high, by: (high - low) / 20).map { score in
            try #require(FaceConfidence.confidence(engine: engine, score: score))
        }
        #expect(confidences == confidences.sorted())
        #expect(try #require(confidences.first) < 0.01)
        #expect(try #require(confidences.last) > 0.99)
        #expect(confidences.allSatisfy { (0...1).contains($0) })
    }

    @Test func enginesOfCodesHaveNone() {
        #expect(FaceConfidence.confidence(engine: .zbar, score: 1) == nil)
    }
}
