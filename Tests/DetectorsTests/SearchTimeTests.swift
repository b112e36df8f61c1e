import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// A crowd costs no more time than there is: what nobody has looked at is told as that.
@Suite struct SearchTimeTests {
    @Test func whatIsLeftIsNotExamined() throws {
        let filters = try FaceModels(landmarkModel: "", cache: ModelCache(folder: nil)).filters()
        var request = DetectionRequest(types: [.face]).unhurried
        var unexamined = 0
        for deadline in [Duration.zero, .seconds(1000)] {
            request.deadline = deadline
            for name in ["astronaut-large", "obama-large", "obama-turned+30"] {
                let picture = try FaceSamples.plane("face/\(name).jpg")
                let faces = try HOGFaceSearch(
                    filters: filters, passes: HOGPass.normal, time: SearchTime(of: request, share: 1)
                ).candidates(in: picture)
                #expect(!faces.isEmpty && faces.allSatisfy { $0.isExamined || !$0.isBelieved })
                unexamined += faces.count { !$0.isExamined }
                #expect(deadline == .zero || faces.allSatisfy(\.isExamined))
            }
        }
        #expect(unexamined > 0)
    }

    @Test func stepsForWhichThereIsNoTimeAreToldToBeLeftOut() throws {
        let plane = try FaceSamples.plane("ean13/shaded.png")
        var request = DetectionRequest(types: [.ean13]).unhurried
        let whole = try CodeDetector().detect(request, in: Frame(luma: plane))
        #expect(whole.readings.count > 0 && whole.failures.isEmpty)
        request.deadline = .zero
        let cut = try CodeDetector().detect(request, in: Frame(luma: plane))
        #expect(cut.readings.isEmpty)
        #expect(cut.failures == [EngineFailure(engine: .search, reason: "there is no time for all steps")])
    }

    /// Following the bars of thousands of symbols, of which an engine finds all at once, takes longer than there is.
    @Test func symbolsForWhichThereIsNoTimeAreNotMade() throws {
        let plane = try FaceSamples.plane("ean13/plain-food.png")
        var request = DetectionRequest(types: [.ean13])
        func found() throws -> (zxing: Int, zbar: Int) {
            let time = SearchTime(of: request, share: 1)
            return (
                try ZXing.symbols(of: [.ean13], in: plane, options: .init(), until: time).count,
                try ZBar.symbols(of: [.ean13], in: plane, until: time).count
            )
        }
        request.deadline = .seconds(1000)
        #expect(try found() == (1, 1))
        request.deadline = .zero
        #expect(try found() == (0, 0))
    }

    /// Where there is no time to look around what was read, it stands, unless it may have been read the wrong way round.
    @Test func symbolsThatWereReadAreKept() throws {
        let plane = try FaceSamples.plane("ean13/plain-food.png")
        var request = DetectionRequest(types: [.ean13])
        request.deadline = .zero
        let none = SearchTime(of: request, share: 1)
        var symbol = try #require(try ZXing.read([.ean13], in: plane, options: .init()).first)
        // Lines go on above and below, as they do of several of one text.
        symbol.scanned = CGRect(x: 0, y: 0, width: plane.width, height: plane.height).corners
        #expect(try symbol.readAgain(in: plane, options: .init(), until: none).count == 1)
        symbol.type = .dxFilmEdge
        symbol.content.text = "115-10/11A"
        #expect(try symbol.readAgain(in: plane, options: .init(), until: none).isEmpty)
    }
}
