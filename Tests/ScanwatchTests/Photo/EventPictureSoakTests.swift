import ArgumentParser
import Capture
import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import scanwatch

/// Many events one after the other, with runs that are killed and, by `Scripts/soak-event-pictures`, a disk that is full again and
/// again: SCANWATCH_EVENT_PICTURES says how many, and SCANWATCH_EVENT_PICTURES_FOLDER where.
@Suite struct EventPictureSoakTests {
    private static let count = ProcessInfo.processInfo.environment["SCANWATCH_EVENT_PICTURES"].flatMap(
        Int.init)
    private static let folder = ProcessInfo.processInfo.environment["SCANWATCH_EVENT_PICTURES_FOLDER"]

    /// A source that gives grey frames for ever.
    private final class GreyInput: CaptureInput {
        var sourceName: String { "grey" }
        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            GreyStream()
        }
    }

    private final class GreyStream: CaptureStream {
        private var number = 0
        let formatDescription = "GREY 64x48"

        func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
            usleep(500)
            number += 1
            let shade = UInt8(number % 200)
            let luma = Plane(
                width: 64, height: 48, samples: (0..<64 * 48).map { UInt8($0 % 64 / 2) &+ shade })
            let time = Duration.milliseconds(number)
            return CaptureFrame(
                payload: .frame(Frame(luma: luma, time: time)), time: time, sequenceNumber: number)
        }

        func close() {}
    }

    /// A session with event pictures, and the frame that came last.
    private struct Bench {
        let session = CaptureSession()
        let pictures: EventPictures
        private var number = 1

        init(_ path: String) throws {
            let options = try EventPictureOptions.parse(["--event-pictures", path])
            pictures = try #require(
                EventPictures(options, into: EventFolders(options).pictures, stills: StandardStillMaker()) {
                    _ in
                })
            try session.addInput(GreyInput())
            try session.addOutput(pictures.history)
            try session.startRunning()
        }

        /// Has the pictures of a frame written that is kept.
        mutating func takeOne() {
            while pictures.history.picture(of: "grey", at: .milliseconds(number)) == nil {
                usleep(200)
                // The newest one is somewhere behind those that are kept no more.
                let captured = session.statistics.first?.capturedFrames ?? 0
                number = max(number, captured - 4)
            }
            let time = Duration.milliseconds(number)
            let code = MetadataMachineReadableCodeObject(
                type: .qr, time: time, timeInView: .zero,
                bounds: CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2),
                objectID: 1, confidence: 1, engine: .zxing, step: "plain",
                corners: CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2).corners,
                content: CodeContent(bytes: [97], text: "a"))
            var update = MetadataUpdate(time: time, width: 64, height: 48, objects: [code], failures: [])
            update.origin = FrameOrigin(source: "grey", sequenceNumber: number)
            _ = pictures.take(
                MetadataEvent(.appeared, code, reads: 1, dwell: .zero), in: update,
                id: EventPictureID(at: Date()))
            number += 1
        }
    }

    /// Events of which both files are there. Every file is whole, and none is what it should not be.
    private static func pairs(in path: String) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
            #expect(EventPictureID(prefixOf: name) != nil && name.hasSuffix(".jpg"), "\(name)")
            #expect(bytes.starts(with: [0xff, 0xd8]) && bytes.suffix(2) == [0xff, 0xd9], "\(name)")
            #expect(throws: Never.self) { try StandardPictureDecoder().frame(from: bytes, limits: .standard) }
        }
        return names.count { $0.hasSuffix("-object.jpg") }
    }

    /// What the process holds, in MB.
    private static var memory: Double {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        return Double(words?.dropFirst().first ?? "0").map { $0 * 4096 / 1e6 } ?? 0
    }

    @Test func countsAreRightAndFilesWholeWhateverHappens() async throws {
        let scratch = try ScratchFolder()
        let path = (Self.folder ?? scratch.url.path) + "/events"
        let count = Self.count ?? 100
        // Killed at any moment.
        for attempt in 0..<(Self.count == nil ? 2 : 20) {
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, attempt = attempt as Int] in
                var bench = try Bench(path)
                for _ in 0..<3 { bench.takeOne() }
                Thread {
                    usleep(UInt32(1_000 + attempt * 3_511))
                    kill(getpid(), SIGKILL)
                }.start()
                while true { bench.takeOne() }
            }
        }
        var bench = try Bench(path)
        // What the next run finds is whole, and half a file is none of it.
        _ = try Self.pairs(in: path)
        var memories: [Double] = []
        var (taken, written, failed) = (0, 0, 0)
        while taken < count {
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                unlink("\(path)/\(name)")
            }
            let part = min(500, count - taken)
            for _ in 0..<part {
                bench.takeOne()
                // As fast as the disk is.
                bench.pictures.finish()
            }
            taken += part
            let pairs = try Self.pairs(in: path)
            #expect(pairs == part - (bench.pictures.failed - failed))
            failed = bench.pictures.failed
            written += pairs
            memories.append(Self.memory)
        }
        await bench.session.stopRunning()
        #expect(written + failed == count)
        if Self.folder != nil {
            print("\(count) events: \(written) with pictures, \(failed) without; memory \(memories) MB")
            // The disk was full, and pictures were written whenever it was not.
            #expect(failed > 0 && written > 0)
            // The first part has what every part needs.
            #expect((memories.last ?? 0) < memories[0] + 8)
        } else {
            // On a busy machine a frame may be gone between the look at it and the event, two thousand come a second.
            #expect(failed <= count / 10)
        }
    }
}
