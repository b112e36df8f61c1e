import Decoders
import Dispatch
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// A session with a scripted camera that delivers all the time, and a movie output.
final class MovieBench: Sendable {
    /// Its pictures come as soon as somebody takes them, not when they are said to be taken.
    let camera = ScriptedCamera(mostAhead: .seconds(1_000))
    let session: CaptureSession
    let output: CaptureMovieFileOutput
    let folder: URL
    private let isFed = Mutex(true)
    private let fed = Mutex(0)
    private let hasStopped = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - format: What the camera sends.
    ///   - start: When the first picture is taken, as the driver says.
    ///   - interval: Between two pictures, as the driver says.
    ///   - reconnectPolicy: What is done about a camera that fails.
    ///   - mostWaitingBytes: What may wait for the disk; so much that a busy machine costs no frame.
    ///   - mostIndexBytes: What the index of a file may have.
    ///   - stills: What encodes.
    ///   - hardware: What the machine encodes with.
    ///   - openSink: Where files go; nil for the disk.
    ///   - picture: Pictures by their number.
    init(
        _ format: ScriptedCamera.Format, start: Double = 100, interval: Double = 0.02,
        reconnectPolicy: ReconnectPolicy = .never, mostWaitingBytes: Int = 1 << 30,
        mostIndexBytes: Int = MovieRecording.Settings.standardMostIndexBytes,
        stills: any StillMaker = StandardStillMaker(), hardware: HardwareEncoders? = nil,
        openSink: OpenMovieSink? = nil,
        picture: @escaping @Sendable (_ number: Int) -> [UInt8]
    ) throws {
        // A busy machine is no camera that has stalled.
        var policy = reconnectPolicy
        policy.stallTimeout = .seconds(1000)
        session = CaptureSession(reconnectPolicy: policy)
        camera.change {
            $0.formats = [format]
            $0.bufferLength = 1 << 16
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "scanwatch-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        output = CaptureMovieFileOutput(
            stills: stills, mostWaitingBytes: mostWaitingBytes, mostIndexBytes: mostIndexBytes,
            hardware: hardware
        ) {
            path throws(CaptureError) in
            if let openSink { return try openSink(path) }
            return try MovieFileSink(path)
        }
        try session.addInput(CaptureDeviceInput(device: camera.device()))
        try session.addOutput(output)
        Thread { [self] in
            var number = 0
            while isFed.withLock({ $0 }) {
                let made = picture(number)
                var isTaken = false
                camera.change { state in
                    guard state.pictures.count < 2, state.end == EAGAIN else { return }
                    state.pictures.append(
                        .init(bytes: made, sequenceNumber: number, time: start + Double(number) * interval))
                    isTaken = true
                }
                if isTaken { number += 1 }
                fed.withLock { [number] in $0 = number }
                usleep(1000)
            }
            hasStopped.signal()
        }.start()
    }

    var movie: URL { folder.appending(path: "movie.mp4") }

    /// How many pictures the camera has sent.
    var fedCount: Int { fed.withLock { $0 } }

    /// Waits until something is so.
    func wait(until condition: () -> Bool) async throws {
        for _ in 0..<200_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
        try #require(condition())
    }

    func unplug() {
        camera.change { state in
            state.end = ENODEV
            state.pictures = []
        }
    }

    func stop() { session.stopRunning() }

    /// Ends the session and the pictures.
    func end() {
        session.stopRunning()
        isFed.withLock { $0 = false }
        hasStopped.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A JPEG of 16 by 16.
    static let jpeg: [UInt8] = {
        let samples = StillSamples(
            layout: .grey, width: 16, height: 16, bytesPerRow: 16, bytes: [UInt8](repeating: 90, count: 256))
        let request = StillRequest(.samples(samples), views: [StillView()])
        return (try? StandardStillMaker().stills(request).stills.first?.bytes) ?? []
    }()

    /// With a camera that sends JPEGs, each with its number behind the end, which is no part of the picture.
    static func motionJPEG(
        mostWaitingBytes: Int = 1 << 30,
        mostIndexBytes: Int = MovieRecording.Settings.standardMostIndexBytes, openSink: OpenMovieSink? = nil
    ) throws -> MovieBench {
        try MovieBench(
            .init(code: "MJPG", width: 16, height: 16), mostWaitingBytes: mostWaitingBytes,
            mostIndexBytes: mostIndexBytes, openSink: openSink
        ) { number in jpeg + [UInt8(number % 256)] }
    }
}

/// Remembers what it is told of recordings.
final class MovieRecorder: CaptureFileOutputRecordingDelegate {
    private struct State {
        var calls: [String] = []
        var error: CaptureRecordingError?
        var isFinished = false
    }

    private let state = Mutex(State())

    var calls: [String] { state.withLock { $0.calls } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    func fileOutput(
        _ output: CaptureMovieFileOutput, didStartRecordingTo fileURL: URL, from: [CaptureConnection]
    ) { note("start") }
    func fileOutput(
        _ output: CaptureMovieFileOutput, didPauseRecordingTo fileURL: URL, from: [CaptureConnection]
    ) { note("pause") }
    func fileOutput(
        _ output: CaptureMovieFileOutput, didResumeRecordingTo fileURL: URL, from: [CaptureConnection]
    ) { note("resume") }
    func fileOutput(
        _ output: CaptureMovieFileOutput, didContinueRecordingTo fileURL: URL, from: [CaptureConnection]
    ) { note("continue \(fileURL.lastPathComponent)") }
    func fileOutput(
        _ output: CaptureMovieFileOutput, willFinishRecordingTo fileURL: URL, from: [CaptureConnection],
        error: CaptureRecordingError?
    ) { note(error == nil ? "willFinish" : "willFinish!") }
    func fileOutput(
        _ output: CaptureMovieFileOutput, didFinishRecordingTo fileURL: URL, from: [CaptureConnection],
        error: CaptureRecordingError?
    ) {
        state.withLock {
            $0.calls.append(error == nil ? "finish" : "finish!")
            ($0.error, $0.isFinished) = (error, true)
        }
    }

    /// Why the recording has ended, once it has.
    func end() async throws -> CaptureRecordingError? {
        for _ in 0..<200_000 where !isFinished { try await Task.sleep(for: .milliseconds(1)) }
        try #require(isFinished)
        return state.withLock { $0.error }
    }
}

/// A disk of memory, as slow and as full as a test wants it.
final class MemorySink: MovieSink, Sendable {
    struct State {
        var bytes: [UInt8] = []
        var most = Int.max
        var free: Int?
        var isClosed = false
        var isKept: Bool?
        var syncCount = 0
    }

    let state: Mutex<State>
    private let delay: @Sendable () -> Void

    init(_ initial: State = State(), delay: @escaping @Sendable () -> Void = {}) {
        state = Mutex(initial)
        self.delay = delay
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }

    func reserve(_ byteCount: Int) throws(CaptureError) {
        if byteCount > state.withLock({ $0.most }) { throw CaptureError(.diskFull, "full") }
    }
    func write(_ bytes: [UInt8], at offset: Int) throws(CaptureError) {
        let fits = state.withLock { state in
            guard offset + bytes.count <= state.most else { return false }
            let end = min(state.bytes.count, offset + bytes.count)
            state.bytes.replaceSubrange(offset..<max(offset, end), with: bytes)
            return true
        }
        if !fits { throw CaptureError(.diskFull, "full") }
    }
    func synchronize() throws(CaptureError) {
        delay()
        state.withLock { $0.syncCount += 1 }
    }
    func truncate(to byteCount: Int) {
        state.withLock { $0.bytes.removeLast(max(0, $0.bytes.count - byteCount)) }
    }
    var freeByteCount: Int? { state.withLock { $0.free } }
    func close(isKept: Bool) { state.withLock { ($0.isClosed, $0.isKept) = (true, isKept) } }
}

/// What a finished movie says of its video track.
struct ReadMovie {
    private(set) var frames: [[UInt8]] = []
    /// Of the frames, in ticks.
    private(set) var durations: [Int] = []
    /// What of the track is shown: how long, and from which of its own times on, in ticks; empty for all of it.
    private(set) var edits: [(duration: Int, time: Int)] = []
    /// The types of the file's boxes.
    private(set) var boxes: [String] = []
    /// The turned and mirrored picture's matrix: a, b, c, d.
    private(set) var matrix: [Int] = []

    init(_ file: [UInt8]) throws {
        var moov: Range<Int>?
        for (type, content) in Self.boxes(of: file, in: 0..<file.count) {
            boxes.append(type)
            if type == "moov" { moov = content }
        }
        let movie = try #require(moov)
        let track = try #require(Self.boxes(of: file, in: movie).first { $0.type == "trak" }).content
        func search(_ path: [String]) -> Range<Int>? {
            path.reduce(track) { range, type in
                range.flatMap { Self.boxes(of: file, in: $0).first { $0.type == type }?.content }
            }
        }
        func find(_ path: String...) throws -> Range<Int> { try #require(search(path)) }
        func number(_ place: Int, _ count: Int = 4) -> Int {
            file[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        let header = try find("tkhd").lowerBound
        matrix = [52, 56, 64, 68].map { Int(Int32(truncatingIfNeeded: number(header + $0)) >> 16) }
        if let list = search(["edts", "elst"])?.lowerBound {
            edits = (0..<number(list + 4)).map { edit in
                let place = list + 8 + edit * 20
                return (number(place, 8), number(place + 8, 8))
            }
        }
        let times = try find("mdia", "minf", "stbl", "stts").lowerBound
        for run in 0..<number(times + 4) {
            let place = times + 8 + run * 8
            durations += [Int](repeating: number(place + 4), count: number(place))
        }
        let sizes = try find("mdia", "minf", "stbl", "stsz").lowerBound
        let chunks = try find("mdia", "minf", "stbl", "co64").lowerBound
        let runs = try find("mdia", "minf", "stbl", "stsc").lowerBound
        var counts: [Int: Int] = [:]
        for run in 0..<number(runs + 4) { counts[number(runs + 8 + run * 12)] = number(runs + 12 + run * 12) }
        var (count, sample) = (0, 0)
        for chunk in 0..<number(chunks + 4) {
            count = counts[chunk + 1] ?? count
            var place = number(chunks + 8 + chunk * 8, 8)
            for _ in 0..<count {
                let size = number(sizes + 12 + sample * 4)
                frames.append(Array(file[place..<place + size]))
                place += size
                sample += 1
            }
        }
        #expect(sample == number(sizes + 8))
    }

    private static func boxes(of file: [UInt8], in range: Range<Int>) -> [(type: String, content: Range<Int>)]
    {
        var found: [(String, Range<Int>)] = []
        var place = range.lowerBound
        while place + 8 <= range.upperBound {
            var size = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            if size == 1 { size = file[place + 8..<place + 16].reduce(0) { $0 << 8 | Int($1) } }
            guard size >= 8, place + size <= range.upperBound else { break }
            found.append(
                (String(decoding: file[place + 4..<place + 8], as: UTF8.self), place + 8..<place + size))
            place += size
        }
        return found
    }
}
