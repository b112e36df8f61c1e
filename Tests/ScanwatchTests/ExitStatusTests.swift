import Foundation
import Testing

@testable import MetadataOutput
@testable import scanwatch

@Suite struct ExitStatusTests {
    private let nothing = update()
    private let engineFailed = update(failures: [EngineFailure(engine: .zbar, reason: "-")])
    private let unreadable = Result<MetadataUpdate, PayloadError>.failure(PayloadError(.empty, "-"))
    private let found = update(objects: [
        MetadataFaceObject(
            time: .zero, timeInView: .zero, bounds: .zero, objectID: 1, confidence: 1, engine: .dlib,
            step: "-",
            landmarks: [])
    ])

    private static func update(
        objects: [any MetadataObject] = [], failures: [EngineFailure] = []
    ) -> Result<MetadataUpdate, PayloadError> {
        .success(MetadataUpdate(time: .zero, width: 1, height: 1, objects: objects, failures: failures))
    }

    private func status(_ results: Result<MetadataUpdate, PayloadError>...) -> Int32 {
        results.reduce(into: ExitStatus.nothingFound) { $0.take($1) }.rawValue
    }

    @Test func saysWhatWasFound() {
        #expect(status() == 1)
        #expect(status(nothing, nothing) == 1)
        #expect(status(nothing, found, nothing) == 0)
    }

    @Test func aFailureOutweighsWhatWasFound() {
        #expect(status(found, unreadable, found) == 2)
        #expect(status(unreadable, nothing) == 2)
        #expect(status(found, engineFailed) == 2)
    }
}
