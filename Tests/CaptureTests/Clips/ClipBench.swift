import Decoders
import Dispatch
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A session with a scripted camera that delivers as many pictures as it is told, and a clip output.
final class ClipBench: Sendable {
    private struct State {
        var isFed = true
        var limit = 0
        var fed = 0
    }

    let camera = ScriptedCamera()
    /// A camera that waits for the test is opened anew.
    let session = CaptureSession(reconnectPolicy: .backoff)
    let output: CaptureClipOutput
    let folder: URL
    private let times: @Sendable (_ number: Int) -> Double
    private let state = Mutex(State())
    private let hasStopped = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - code: What the camera sends.
    ///   - times: When pictures are taken, by their number, in seconds.
    ///   - hardware: What the machine encodes with.
    ///   - patience: How long a clip waits for what is late; so long that a busy machine has time to send the rest.
    ///   - openSink: Where files go; nil for the disk.
    ///   - picture: Pictures by their number; nil for clocks.
    init(
        _ code: String = "MJPG", times: @escaping @Sendable (_ number: Int) -> Double,
        hardware: HardwareEncoders? = nil, patience: Duration = .seconds(1_000),
        openSink: OpenMovieSink? = nil,
        picture: (@Sendable (_ number: Int) -> [UInt8])? = nil
    ) throws {
        self.times = times
        camera.change {
            $0.formats = [.init(code: code, width: 16, height: 16)]
            $0.bufferLength = 1 << 16
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "scanwatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        output = CaptureClipOutput(stills: StandardStillMaker(), hardware: hardware, patience: patience) {
            path throws(CaptureError) in
            if let openSink { return try openSink(path) }
            return try MovieFileSink(path)
        }
        let device = camera.device()
        try session.addInput(CaptureDeviceInput(device: device))
        try session.addOutput(output)
        if code == "H264" {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            var request = FormatRequest(pixelFormat: PixelFormat(name: "H264"))
            request.allowsVideoCodecs = true
            try device.setActiveFormat(fitting: request)
        }
        Thread { [self] in feed(picture ?? Self.clock) }.start()
    }

    private func feed(_ picture: (Int) -> [UInt8]) {
        while state.withLock({ $0.isFed }) {
            let (number, limit) = state.withLock { ($0.fed, $0.limit) }
            if number < limit {
                let made = picture(number)
                // Drivers' microseconds are cut off, not rounded.
                let time = 100 + times(number) + 2e-7
                var isTaken = false
                camera.change { state in
                    guard state.pictures.count < 2, state.end == EAGAIN else { return }
                    state.pictures.append(.init(bytes: made, sequenceNumber: number, time: time))
                    isTaken = true
                }
                if isTaken { state.withLock { $0.fed += 1 } }
            }
            usleep(500)
        }
        hasStopped.signal()
    }

    /// The camera's name.
    var source: String { session.inputs[0].sourceName }

    /// When a picture is taken, on the clock of the camera.
    func time(of number: Int) -> Duration { .microseconds(Int64(((100 + times(number)) * 1e6).rounded())) }

    /// Has the camera deliver pictures up to this number, and waits until they have come.
    func deliver(_ count: Int) async throws {
        state.withLock { $0.limit = count }
        for _ in 0..<200_000 where output.lastFrameTime(of: source).map({ $0 < time(of: count - 1) }) ?? true
        {
            try await Task.sleep(for: .milliseconds(1))
        }
        try #require(output.lastFrameTime(of: source) == time(of: count - 1))
    }

    /// Has it deliver pictures up to this number, some time.
    func allow(_ count: Int) { state.withLock { $0.limit = count } }

    func url(_ name: String = "clip.mp4") -> URL { folder.appending(path: name) }

    func movie(_ name: String = "clip.mp4") throws -> ReadMovie {
        try ReadMovie([UInt8](Data(contentsOf: url(name))))
    }

    /// Ends the session and the pictures.
    func end() {
        session.stopRunning()
        state.withLock { $0.isFed = false }
        hasStopped.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: - Clocks

    /// A JPEG of 16 by 16 with a number in its four quarters, each of which has a digit of eight.
    static func clock(_ number: Int) -> [UInt8] {
        let samples = (0..<256).map { place in
            let quarter = place / 128 * 2 + place % 16 / 8
            return UInt8(16 + (number >> (3 * quarter)) % 8 * 32)
        }
        let still = StillSamples(layout: .grey, width: 16, height: 16, bytesPerRow: 16, bytes: samples)
        let made = try? StandardStillMaker().stills(StillRequest(.samples(still), views: [StillView()]))
        return made?.stills.first?.bytes ?? []
    }

    /// The number in a frame.
    static func number(_ frame: [UInt8]) throws -> Int {
        let luma = try StandardPictureDecoder().frame(from: frame, limits: .standard).luma
        return [0, 8, 128, 136].enumerated().reduce(0) { number, quarter in
            let level = Int(luma.samples[quarter.element + 3 * 16 + 4])
            return number | (level / 32) << (3 * quarter.offset)
        }
    }

    /// From a number in a frame to one in a later frame: there are four digits.
    static func steps(from number: Int, to later: Int) -> Int { (later - number + 0o10000) % 0o10000 }

    /// The numbers in a movie of H.264.
    static func numbers(ofVideo file: [UInt8]) throws -> [Int] {
        // As it is: 16 to 235.
        let shown = try FFmpegRun.data(
            of: file, ["-vsync", "passthrough", "-vf", "extractplanes=y", "-f", "rawvideo", "-"])
        return stride(from: 0, to: shown.count, by: 256).map { start in
            [0, 8, 128, 136].enumerated().reduce(0) { number, quarter in
                let level = (Int(shown[start + quarter.element + 3 * 16 + 4]) - 16) * 255 / 219
                return number | (level / 32) << (3 * quarter.offset)
            }
        }
    }
}

extension CaptureClipOutput {
    /// When the last frame was taken that is kept of a camera; nil if none is.
    func lastFrameTime(of source: String) -> Duration? {
        receivers(of: source).compactMap { $0.feed.ring.frames(in: .zero ... .seconds(1 << 40)).last?.time }
            .max()
    }
}
