import ArgumentParser
import Capture
import Decoders
import Foundation
import MetadataOutput
import MetadataRecords
import Synchronization
import Testing

@testable import scanwatch

@Suite struct EventPictureTests {
    @Test func aCodeIsSeenUprightWithSomethingAroundIt() throws {
        // Turned by a quarter clockwise: its own top left is at the right.
        let corners = [
            CGPoint(x: 0.6, y: 0.4), CGPoint(x: 0.4, y: 0.4), CGPoint(x: 0.4, y: 0.6),
            CGPoint(x: 0.6, y: 0.6),
        ]
        let code = MetadataMachineReadableCodeObject(
            type: .qr, time: .zero, timeInView: .zero,
            bounds: CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2),
            objectID: 1, confidence: 1, engine: .zxing, step: "plain", corners: corners,
            content: CodeContent(bytes: [97], text: "a"))
        let view = UprightView(of: code, width: 100, height: 100).view
        let expected = [(0.64, 0.36), (0.64, 0.64), (0.36, 0.64), (0.36, 0.36)]
        for (corner, (x, y)) in zip(try #require(view.corners), expected) {
            #expect(abs(corner.x - x) < 1e-9 && abs(corner.y - y) < 1e-9, "\(corner)")
        }
    }

    @Test func aFaceIsSeenUprightByItsRoll() throws {
        let face = MetadataFaceObject(
            time: .zero, timeInView: .zero, bounds: CGRect(x: 0.4, y: 0.3, width: 0.1, height: 0.2),
            objectID: 1, confidence: 1, engine: .dlib, step: "plain", rollAngle: 90)
        // Of a picture twice as wide as high the face is a square of 20 pixels.
        let corners = try #require(UprightView(of: face, width: 200, height: 100).view.corners)
        // Its top is at the right.
        let expected = [(0.535, 0.23), (0.535, 0.57), (0.365, 0.57), (0.365, 0.23)]
        for (corner, (x, y)) in zip(corners, expected) {
            #expect(abs(corner.x - x) < 1e-9 && abs(corner.y - y) < 1e-9, "\(corner)")
        }
    }

    @Test func aFaceThatLiesIsAsHighAsItsBoxIsWide() throws {
        let face = MetadataFaceObject(
            time: .zero, timeInView: .zero, bounds: CGRect(x: 0.4, y: 0.45, width: 0.2, height: 0.1),
            objectID: 1, confidence: 1, engine: .dlib, step: "plain", rollAngle: 270)
        let corners = try #require(UprightView(of: face, width: 100, height: 100).view.corners)
        // Its top is at the left.
        let expected = [(0.33, 0.585), (0.33, 0.415), (0.67, 0.415), (0.67, 0.585)]
        for (corner, (x, y)) in zip(corners, expected) {
            #expect(abs(corner.x - x) < 1e-9 && abs(corner.y - y) < 1e-9, "\(corner)")
        }
    }

    @Test func anEventHasItsPicturesAndTheyAreThere() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            timeout -s INT 60 "$SCANWATCH" --device synthetic:code=badge --types qr --events --event-pictures e | \
            head -n 2 >records; wait; sleep 1
            id=$(jq -r 'select(.event == "appeared") | .pictures.id' records 2>/dev/null ||
                sed -n 's/.*"pictures":{"id":"\\([0-9a-f]*\\)".*/\\1/p' records)
            for file in "e/$id.jpg" "e/$id-object.jpg"; do
                exiftool -s3 -validate -ImageUniqueID "$file" | sed "s/$id/ID/"
                "$SCANWATCH" --format text "$file"
            done
            ls e | wc -l
            """, in: scratch.url)
        #expect(outcome.output == "OK\nID\nqr\tbadge\nOK\nID\nqr\tbadge\n2\n", "\(outcome.errors)")
    }

    /// Gives three grey frames, each brighter than the one before, and then nothing.
    private final class ShadesInput: CaptureInput {
        var sourceName: String { "shades" }
        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            ShadesStream()
        }
    }

    private final class ShadesStream: CaptureStream {
        private var number = 0
        /// Which of its input's streams it is; nil for the only one, which has no end.
        private let stream: Int?
        let formatDescription = "GREY 64x48"

        init(of stream: Int? = nil) { self.stream = stream }

        func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
            usleep(1_000)
            guard number < 3 else {
                if stream == nil { return nil }
                throw CaptureError(.deviceNotConnected, "shades: unplugged")
            }
            number += 1
            let shade = (stream ?? 0) > 0 ? 240 : UInt8(60 * number)
            let luma = Plane(
                width: 64, height: 48, samples: [UInt8](repeating: shade, count: 64 * 48))
            let time = Duration.milliseconds(100 * number + 1_000 * (stream ?? 0))
            return CaptureFrame(
                payload: .frame(Frame(luma: luma, time: time)), time: time, sequenceNumber: number)
        }

        func close() {}
    }

    /// Of what came and went while nobody read a later update tells.
    @Test func thePictureIsOfTheFrameInWhichTheObjectWasSeen() async throws {
        let scratch = try ScratchFolder()
        func makePictures(_ arguments: [String] = []) throws -> EventPictures {
            let options = try EventPictureOptions.parse(["--event-pictures", scratch.url.path] + arguments)
            return try #require(
                EventPictures(options, into: EventFolders(options).pictures, stills: StandardStillMaker()) {
                    _ in
                })
        }
        let (pictures, blurred) = (try makePictures(), try makePictures(["--blur-faces"]))
        var policy = ReconnectPolicy.never
        policy.stallTimeout = .seconds(1_000)
        let session = CaptureSession(reconnectPolicy: policy)
        try session.addInput(ShadesInput())
        for output in [pictures.history, blurred.history] { try session.addOutput(output) }
        try await session.startRunning()
        for history in [pictures.history, blurred.history] {
            while history.picture(of: "shades", sequenceNumber: 3, at: .milliseconds(300)) == nil {
                usleep(1_000)
            }
        }
        func code(at time: Int) -> MetadataMachineReadableCodeObject {
            MetadataMachineReadableCodeObject(
                type: .qr, time: .milliseconds(time), timeInView: .zero,
                bounds: CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), objectID: 1, confidence: 1,
                engine: .zxing, step: "plain", corners: [],
                content: CodeContent(bytes: [97], text: "a"))
        }
        func take(_ time: Int, by pictures: EventPictures) throws -> Int? {
            var update = MetadataUpdate(
                time: .milliseconds(300), width: 64, height: 48, objects: [], failures: [])
            update.origin = FrameOrigin(source: "shades", sequenceNumber: 3)
            let event = MetadataEvent(.appeared, code(at: time), reads: 1, dwell: .zero)
            guard let names = pictures.take(event, in: update, id: EventPictureID(at: Date())) else {
                return nil
            }
            pictures.finish()
            let bytes = Array(try Data(contentsOf: scratch.url.appending(path: names.still)))
            let luma = try StandardPictureDecoder().frame(from: bytes, limits: .standard).luma
            return luma.withBytes { (Int($0[0]) + 30) / 60 }
        }
        #expect(try [100, 200, 300].map { try take($0, by: pictures) } == [1, 2, 3])
        #expect(try take(150, by: pictures) == nil && pictures.failed == 1)
        // Where other faces were is known of the update's own frame alone.
        #expect(try [100, 300].map { try take($0, by: blurred) } == [nil, 3])
        await session.stopRunning()
    }

    /// What was in the last frames may be told when the camera is closed already, or is back and counts from the beginning.
    @Test(.timeLimit(.minutes(5)), arguments: [1, 2])
    func aCameraThatIsClosedHasItsLastPictures(streams: Int) async throws {
        let scratch = try ScratchFolder()
        let options = try EventPictureOptions.parse(["--event-pictures", scratch.url.path])
        let pictures = try #require(
            EventPictures(options, into: EventFolders(options).pictures, stills: StandardStillMaker()) { _ in
            })
        var policy = ReconnectPolicy.backoff
        policy.stallTimeout = .seconds(1_000)
        let session = CaptureSession(reconnectPolicy: policy)
        try session.addInput(ReturningInput(streams: streams))
        try session.addOutput(pictures.history)
        try await session.startRunning()
        let last = Duration.milliseconds(1_000 * streams - 700)
        while pictures.history.picture(of: "shades", at: last) == nil { usleep(1_000) }
        await session.stopRunning()
        var update = MetadataUpdate(
            time: .milliseconds(200), width: 64, height: 48, objects: [], failures: [])
        update.origin = FrameOrigin(source: "shades", sequenceNumber: 2)
        let code = MetadataMachineReadableCodeObject(
            type: .qr, time: .milliseconds(200), timeInView: .zero,
            bounds: CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), objectID: 1, confidence: 1,
            engine: .zxing, step: "plain", corners: [], content: CodeContent(bytes: [97], text: "a"))
        let event = MetadataEvent(.appeared, code, reads: 1, dwell: .zero)
        let names = try #require(pictures.take(event, in: update, id: EventPictureID(at: Date())))
        pictures.finish()
        let bytes = Array(try Data(contentsOf: scratch.url.appending(path: names.still)))
        let luma = try StandardPictureDecoder().frame(from: bytes, limits: .standard).luma
        #expect(luma.withBytes { abs(Int($0[0]) - 120) } < 10)
    }

    /// A camera that is unplugged after three frames, and as often back as it has streams left: a second later, and counting from
    /// the beginning.
    private final class ReturningInput: CaptureInput {
        private let opened = Mutex(0)
        private let streams: Int

        init(streams: Int) { self.streams = streams }

        var sourceName: String { "shades" }

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            let number = opened.withLock { opened in
                defer { opened += 1 }
                return opened
            }
            guard number < streams else { throw CaptureError(.deviceNotConnected, "shades: gone") }
            return ShadesStream(of: number)
        }
    }

    /// Three labels in one exposure are three events, and so are thirty.
    @Test func allThatAppearInOneFrameHaveTheirPictures() async throws {
        let scratch = try ScratchFolder()
        let options = try EventPictureOptions.parse(["--event-pictures", scratch.url.path])
        let pictures = try #require(
            EventPictures(options, into: EventFolders(options).pictures, stills: StandardStillMaker()) { _ in
            })
        var policy = ReconnectPolicy.never
        policy.stallTimeout = .seconds(1_000)
        let session = CaptureSession(reconnectPolicy: policy)
        try session.addInput(ShadesInput())
        try session.addOutput(pictures.history)
        try await session.startRunning()
        while pictures.history.picture(of: "shades", at: .milliseconds(300)) == nil { usleep(1_000) }
        var update = MetadataUpdate(
            time: .milliseconds(300), width: 64, height: 48, objects: [], failures: [])
        update.origin = FrameOrigin(source: "shades", sequenceNumber: 3)
        let named = (0..<100).compactMap { number in
            let code = MetadataMachineReadableCodeObject(
                type: .qr, time: .milliseconds(300), timeInView: .zero,
                bounds: CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2), objectID: number, confidence: 1,
                engine: .zxing, step: "plain", corners: [],
                content: CodeContent(bytes: [97], text: "a"))
            return pictures.take(
                MetadataEvent(.appeared, code, reads: 1, dwell: .zero), in: update,
                id: EventPictureID(at: Date()))
        }
        pictures.finish()
        #expect(named.count == 100 && pictures.failed == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
        #expect(named.allSatisfy { files.contains($0.still) && files.contains($0.object) })
        await session.stopRunning()
    }

    @Test func whatIsMaskedIsInNoPictureOfAnEvent() throws {
        let scratch = try ScratchFolder()
        _ = try Tool.run(
            """
            timeout -s INT 60 "$SCANWATCH" --device synthetic:code --types qr --events --event-pictures e                 --mask corner=0,0.9,0.1,0.9,0.1,1,0,1 | head -n 2 >records; wait; sleep 1
            """, in: scratch.url)
        let folder = scratch.url.appending(path: "e")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let still = try #require(names.first { $0.hasSuffix(".jpg") && !$0.contains("object") })
        let bytes = Array(try Data(contentsOf: folder.appending(path: still)))
        let luma = try StandardPictureDecoder().frame(from: bytes, limits: .standard).luma
        luma.withBytes { bytes in
            for (x, y) in [(4, 475), (30, 440), (60, 475)] { #expect(bytes[y * 640 + x] < 8, "\(x), \(y)") }
            for (x, y) in [(100, 475), (4, 400)] { #expect(bytes[y * 640 + x] > 60, "\(x), \(y)") }
        }
    }

    /// Of many codes at once some have pictures and some have none, at every moment.
    @Test func whatIsMissingNowAndThenIsToldOnce() {
        var missing = MissingPictures()
        var (failures, returns): (Int, [Int?]) = (0, [])
        for moment in 0..<1_000 {
            let now = Duration.milliseconds(20 * moment)
            if missing.note(at: now) { failures += 1 }
            returns.append(missing.noteWritten(at: now))
        }
        #expect(failures == 1 && returns.allSatisfy { $0 == nil } && missing.count == 1_000)
        let (last, calm) = (Duration.milliseconds(20 * 999), MissingPictures.calm)
        returns = [last + calm - .milliseconds(1), last + calm, last + calm * 2]
            .map { missing.noteWritten(at: $0) }
        #expect(returns == [nil, 1_000, nil])
        let isToldAgain = missing.note(at: last + calm * 2)
        let isOver = missing.noteWritten(at: last + calm * 3)
        #expect(isToldAgain && isOver == 1 && missing.count == 1_001)
    }

    @Test(.enabled(if: getuid() == 0)) func scanningGoesOnWithoutADisk() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir e
            unshare -m sh -c 'mount -t tmpfs -o size=8k none e && timeout -s INT 10 "$SCANWATCH" \
                --device synthetic:code=badge --types qr --events --event-pictures e >records; ls -A e | wc -l'
            grep -c '"event":"appeared"' records
            grep -o '"status":"picturesFailed","reason":"diskFull"' records
            grep -o '"status":"stopped"' records
            """, in: scratch.url)
        #expect(
            outcome.output.hasSuffix(
                "\n1\n\"status\":\"picturesFailed\",\"reason\":\"diskFull\"\n\"status\":\"stopped\"\n"),
            "\(outcome.output)")
        #expect(outcome.errors.contains("1 events have no pictures"), "\(outcome.errors)")
    }

    @Test func aPhotoIsTakenFromTheCommandLine() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            scanwatch photo --device synthetic:code=badge --delay 0 --quality speed --output a.jpg &&
                exiftool -s3 -validate a.jpg && scanwatch --format text a.jpg; ls
            scanwatch photo --device synthetic:code=badge --delay 0 | exiftool -s3 -ImageSize -
            scanwatch photo --device synthetic:code=badge --delay 0 --output /dev/null/a.jpg; echo $?
            """, in: scratch.url)
        #expect(outcome.output == "a.jpg\nOK\nqr\tbadge\na.jpg\n640x480\n74\n", "\(outcome.errors)")
    }
}
