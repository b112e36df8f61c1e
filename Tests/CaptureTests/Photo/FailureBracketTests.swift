import CVideo4Linux
import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A code that is burnt out as the camera exposes by itself is read in a series, and the camera is set as before.
@Suite struct FailureBracketTests {
    private static let usual = 250.0

    /// Sees a code in the middle of a picture, and reads it unless it is white there.
    private struct MiddleReader: Detector {
        let supportedTypes: Set<MetadataObjectType> = [.qr]
        /// Of so many frames it sees what it cannot read in one.
        let pace: Int
        private let frames = Frames()

        /// Counts what was searched.
        private final class Frames: Sendable {
            private let count = Mutex(0)

            func next() -> Int {
                count.withLock { count in
                    count += 1
                    return count
                }
            }
        }

        init(pace: Int = 1) { self.pace = pace }

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            let luma = frame.luma
            let value = luma.withBytes { Int($0[luma.height / 2 * luma.bytesPerRow + luma.width / 2]) }
            let corners = CGRect(x: 10, y: 10, width: 20, height: 20).corners
            var result = DetectionResult(width: luma.width, height: luma.height)
            if value < 245 {
                let content = CodeContent(bytes: [98], text: "b")
                result.readings = [
                    Reading(
                        type: .qr, corners: corners, content: .code(content), engine: .zxing, step: "plain",
                        evidence: Evidence(source: .plain))
                ]
            } else if request.includesHints, frames.next().isMultiple(of: pace) {
                result.unread = [UnreadPlace(kind: .matrixCode, corners: corners, moduleSize: 2)]
            }
            return result
        }
    }

    /// - Parameters:
    ///   - light: How bright the code is at the usual exposure, if a picture could show it.
    ///   - late: How many pictures a setting takes to show.
    ///   - canBeRead: Whether some exposure shows the code.
    private func firstRead(
        light: Double, late: Int, pace: Int = 1, canBeRead: Bool = true
    ) async throws -> (camera: ScriptedCamera, isRead: Bool, updates: Int) {
        let past = Mutex<[Double]>([])
        let bench = try PhotoBench(
            .init(code: "GREY", width: 64, height: 48),
            prepare: { state in
                state.controls[ControlID.exposureAuto.rawValue] = .init(
                    type: V4L2_CTRL_TYPE_MENU, minimum: 1, maximum: 3, value: 3,
                    menu: [1: "Manual", 3: "Aperture Priority"])
                state.controls[ControlID.exposureAbsolute.rawValue] = .init(
                    minimum: 3, maximum: 2047, value: Int(Self.usual))
            }
        ) { _, camera in
            let isManual = camera.value(.exposureAuto) == 1
            let exposure = isManual ? Double(camera.value(.exposureAbsolute) ?? 0) : Self.usual
            let shown = past.withLock { past in
                past.append(exposure)
                if past.count > late + 1 { past.removeFirst() }
                return past[0]
            }
            let gain = exp2(log2(shown / Self.usual) / 2.2)
            return (0..<64 * 48).map { place in
                let isMiddle = (20..<44).contains(place % 64) && (14..<34).contains(place / 64)
                return UInt8(min(255, max(0, (isMiddle ? light : 120) * gain)))
            }
        }
        let metadata = CaptureMetadataOutput(
            detectors: [MiddleReader(pace: pace)], decoder: StandardPictureDecoder())
        try metadata.setMetadataObjectTypes([.qr])
        metadata.setOptions { $0.includesHints = true }
        let bracket = FailureBracket(output: metadata, stills: StandardStillMaker())
        try bench.session.addOutput(metadata)
        try bench.session.addOutput(bracket.photos)
        let updates = metadata.updates()
        try await bench.session.startRunning()
        var (isRead, count, hasTried) = (false, 0, false)
        for await update in updates {
            bracket.note(update)
            count += 1
            if !update.objects.isEmpty {
                isRead = true
                break
            }
            let isTrying = bench.camera.value(.exposureAuto) == 1
            hasTried = hasTried || isTrying
            // What a series has not read is not read any more.
            if !canBeRead, hasTried, !isTrying, count > 20 { break }
            // However busy the machine is: so many frames have had several series.
            if count > 20_000 { break }
        }
        // The series may go on for the other exposures.
        for _ in 0..<40_000 where bench.camera.value(.exposureAuto) == 1 {
            try await Task.sleep(for: .milliseconds(5))
        }
        bench.end()
        return (bench.camera, isRead, count)
    }

    @Test(arguments: [0, 3]) func aBurntOutCodeIsRead(late: Int) async throws {
        let (camera, isRead, _) = try await firstRead(light: 400, late: late)
        #expect(isRead)
        #expect(camera.value(.exposureAuto) == 3 && camera.value(.exposureAbsolute) == Int(Self.usual))
    }

    @Test func aCodeThatIsSeenNowAndThenIsRead() async throws {
        #expect(try await firstRead(light: 400, late: 1, pace: 4).isRead)
    }

    @Test func whatNoExposureShowsIsLeftAndTheCameraIsAsBefore() async throws {
        let (camera, isRead, updates) = try await firstRead(light: 9000, late: 1, canBeRead: false)
        #expect(!isRead && updates > 20)
        #expect(camera.value(.exposureAuto) == 3 && camera.value(.exposureAbsolute) == Int(Self.usual))
    }

    /// Makes pictures, and takes its time for those with the camera set by hand once it is said so.
    private final class SlowStills: StillMaker {
        let camera = Mutex<ScriptedCamera?>(nil)
        let isHeld = Mutex(false)

        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            if let camera = camera.withLock({ $0 }), camera.value(.exposureAuto) == 1 {
                isHeld.withLock { $0 = true }
                while camera.isStreaming { usleep(1000) }
                usleep(300_000)
            }
            return try StandardStillMaker().stills(request)
        }
    }

    @Test func itsEndIsWaitedForAfterTheSession() async throws {
        let bench = try BracketTests.bench(late: 0)
        let metadata = CaptureMetadataOutput(
            detectors: [MiddleReader()], decoder: StandardPictureDecoder())
        let stills = SlowStills()
        stills.camera.withLock { $0 = bench.camera }
        let bracket = FailureBracket(output: metadata, stills: stills)
        try bench.session.addOutput(bracket.photos)
        try await bench.session.startRunning()
        bracket.photos.takeSeries([.autoExposure(bias: -2)], of: bench.input.sourceName) { _ in }
        for _ in 0..<60_000 where !stills.isHeld.withLock({ $0 }) {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(stills.isHeld.withLock { $0 })
        await bench.session.stopRunning()
        bracket.finish()
        #expect(bench.camera.value(.exposureAuto) == 3)
        bench.end()
    }

    /// A reading beside a frame's own is told once, in a frame of its size that comes in time.
    @Test func readingsAreJoinedOnce() throws {
        let output = CaptureMetadataOutput(detectors: [MiddleReader()], decoder: StandardPictureDecoder())
        try output.setMetadataObjectTypes([.qr])
        func frame(_ value: UInt8, at time: Duration, width: Int = 64) throws -> SearchedFrame {
            let plane = Plane(width: width, height: 48, samples: [UInt8](repeating: value, count: width * 48))
            return try output.search(.frame(Frame(luma: plane, time: time)), time: time)
        }
        let (read, white) = (try frame(100, at: .zero), try frame(255, at: .seconds(1)))
        output.join(read, of: "a", until: .seconds(2))
        #expect(output.joined(white, of: "b").detections.isEmpty)
        #expect(output.joined(white, of: "a").detections.count == 1)
        #expect(output.joined(white, of: "a").detections.isEmpty)
        output.join(read, of: "a", until: .milliseconds(500))
        #expect(output.joined(white, of: "a").detections.isEmpty)
        output.join(read, of: "a", until: .seconds(2))
        #expect(output.joined(try frame(255, at: .seconds(1), width: 80), of: "a").detections.isEmpty)
        output.join(read, of: "a", until: .seconds(2))
        #expect(output.joined(read, of: "a").detections.count == 1)
    }
}
