import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Testing

@testable import Capture

@Suite struct ClipRingTests {
    private let stills = StandardStillMaker()

    /// A frame of ten bytes at so many tenths of a second; each so manieth is a key frame.
    private func frame(_ number: Int, keyEvery interval: Int = 1) -> ClipFrame {
        var frame = MovieFrame(
            bytes: [UInt8](repeating: 0, count: 10), width: 1, height: 1, time: .milliseconds(100 * number))
        frame.isKeyFrame = number.isMultiple(of: interval)
        return ClipFrame(frame)
    }

    private func recording(of ring: ClipRing) -> ClipRecording {
        let movie = MovieRecording.Settings(path: "/dev/null/a", container: .mp4)
        let settings = ClipRecording.Settings(movie: movie, start: .zero, end: .zero, mostDuration: .zero)
        return ClipRecording(settings, of: ring, stills: stills) { path throws(CaptureError) in
            try MovieFileSink(path)
        }
    }

    /// The numbers of all frames that a reader gets, and how many it lacks.
    private func read(_ recording: ClipRecording, _ ring: ClipRing) -> (numbers: [Int], missing: Int) {
        var (numbers, lacking) = ([Int](), 0)
        while case .frame(let frame, let missing) = ring.next(for: recording) {
            numbers.append(Int(frame.time / .milliseconds(100)))
            lacking += missing
            ring.advance(recording)
        }
        return (numbers, lacking)
    }

    @Test func itKeepsItsSecondsAndNoMore() {
        let ring = ClipRing(span: .seconds(2), mostBytes: 1_000_000)
        for number in 0..<100 { ring.add(frame(number)) }
        let recording = recording(of: ring)
        ring.open(at: .zero, by: recording)
        #expect(read(recording, ring).numbers == Array(79...99))
    }

    @Test func itKeepsTheKeyFrameThatItsOldestFrameNeeds() {
        let ring = ClipRing(span: .seconds(2), mostBytes: 1_000_000)
        for number in 0..<100 { ring.add(frame(number, keyEvery: 30)) }
        let recording = recording(of: ring)
        ring.open(at: .milliseconds(8_500), by: recording)
        #expect(read(recording, ring).numbers == Array(60...99))
    }

    /// What needs a key frame of minutes ago is not kept for that long, and no clip begins with it.
    @Test func aGroupOfMinutesIsNotKept() {
        let ring = ClipRing(span: .seconds(2), mostBytes: 1_000_000)
        for number in 0...620 { ring.add(frame(number, keyEvery: 900)) }
        let (first, second) = (recording(of: ring), recording(of: ring))
        ring.open(at: .seconds(61), by: first)
        #expect(read(first, ring).numbers == Array(0...620))
        ring.close(first)
        for number in 621..<900 { ring.add(frame(number, keyEvery: 900)) }
        #expect(ring.frames(in: .zero ... .seconds(100)).count <= 621)
        ring.open(at: .seconds(89), by: second)
        #expect(read(second, ring).numbers.isEmpty)
        ring.add(frame(900, keyEvery: 900))
        #expect(read(second, ring).numbers == [900])
    }

    /// What has come up to now, and what of it comes later, is not to be seen any more.
    @Test(arguments: [true, false]) func whatIsForgottenIsInNoClip(isCamera: Bool) {
        let ring = ClipRing(span: .seconds(2), mostBytes: 1_000_000)
        let now = Int(MonotonicClock.now / .milliseconds(100))
        let (before, after) = (recording(of: ring), recording(of: ring))
        ring.open(at: .zero, by: before)
        for number in now - 15..<now - 5 { ring.add(frame(number)) }
        ring.forget(of: ScriptedInput("a", dropsLateFrames: isCamera, []))
        ring.open(at: .zero, by: after)
        for number in [now - 2, now + 100] { ring.add(frame(number)) }
        // A movie's times are not the machine's.
        let numbers = isCamera ? [now + 100] : [now - 2, now + 100]
        let (read, missing) = self.read(after, ring)
        #expect(read == numbers && missing == 0)
        let (late, lacking) = self.read(before, ring)
        #expect(late == numbers && lacking == 10)
    }

    /// A clip of a moment to come has what its first frame needs.
    @Test func whatIsToComeNeedsAKeyFrameToo() {
        let ring = ClipRing(span: .seconds(2), mostBytes: 1_000_000)
        for number in 0..<15 { ring.add(frame(number, keyEvery: 10)) }
        let recording = recording(of: ring)
        ring.open(at: .seconds(3), by: recording)
        ring.add(frame(15, keyEvery: 10))
        #expect(read(recording, ring).numbers == Array(10...15))
    }

    @Test func aReaderKeepsWhatItHasNotRead() {
        let ring = ClipRing(span: .seconds(1), mostBytes: 1_000_000)
        for number in 0..<50 { ring.add(frame(number)) }
        let (first, second) = (recording(of: ring), recording(of: ring))
        ring.open(at: .milliseconds(4_500), by: first)
        for number in 50..<100 { ring.add(frame(number)) }
        #expect(read(first, ring) == (Array(45...99), 0))
        ring.close(first)
        ring.open(at: .zero, by: second)
        #expect(read(second, ring).numbers == Array(89...99))
    }

    /// With a reader that reads nothing it stays as small; what it gave up is counted, and what needs it is not shown.
    @Test func itIsNeverLargerThanItMayBe() {
        let ring = ClipRing(span: .seconds(100), mostBytes: 250)
        ring.add(frame(0, keyEvery: 10))
        let recording = recording(of: ring)
        ring.open(at: .zero, by: recording)
        for number in 1..<100 { ring.add(frame(number, keyEvery: 10)) }
        #expect(read(recording, ring) == (Array(80...99), 80))
    }

    @Test func itEndsWhenItIsTold() {
        let ring = ClipRing(span: .seconds(1), mostBytes: 1_000)
        let recording = recording(of: ring)
        ring.open(at: .zero, by: recording)
        if case .nothing = ring.next(for: recording) {} else { Issue.record("nothing has come") }
        ring.add(frame(1))
        ring.end(CaptureError(.unsupported, "no"))
        #expect(read(recording, ring).numbers == [1])
        guard case .end(let error) = ring.next(for: recording) else {
            Issue.record("it is over")
            return
        }
        #expect(error?.code == .unsupported)
    }

    // MARK: - What was found

    private func finding(_ number: Int, _ faces: [Int: CGRect]) -> ClipFinding {
        ClipFinding(time: .milliseconds(100 * number), metadata: nil, text: "", faces: faces)
    }

    @Test func facesAreWhereTheyWereAndWillBe() {
        var findings = ClipFindings()
        let (left, right) = (
            CGRect(x: 0, y: 0, width: 0.25, height: 0.5), CGRect(x: 0.5, y: 0, width: 0.25, height: 0.5)
        )
        findings.add(finding(10, [1: left, 2: left]))
        findings.add(finding(20, [1: right, 3: right]))
        // One that is not later is none.
        findings.add(finding(20, [:]))
        #expect(findings.faces(at: .milliseconds(900)) == nil)
        #expect(findings.faces(at: .seconds(1)) == [1: left, 2: left])
        let between = [1: CGRect(x: 0, y: 0, width: 0.75, height: 0.5), 2: left, 3: right]
        #expect(findings.faces(at: .milliseconds(1_500)) == between)
        #expect(findings.faces(at: .seconds(2)) == [1: right, 3: right])
        #expect(findings.faces(at: .milliseconds(2_100)) == nil)
        findings.removeAll(before: .milliseconds(2_000))
        #expect(findings.faces(at: .milliseconds(1_500)) == nil && findings.end == .seconds(2))
    }

    @Test func whatWasFoundIsForgottenThoughNoFramesCome() {
        let ring = ClipRing(span: .seconds(2), mostBytes: 1_000)
        func times() -> [Int] {
            ring.findings { $0.between(nil, .seconds(1_000)).map { Int($0.time / .milliseconds(100)) } }
        }
        for number in 0..<100 { ring.add(finding(number, [:])) }
        #expect(times() == Array(79...99))
        // Of frames that somebody has not read it is needed.
        for number in 100..<110 { ring.add(frame(number)) }
        let recording = recording(of: ring)
        ring.open(at: .milliseconds(10_500), by: recording)
        for number in 100..<1_000 { ring.add(finding(number, [:])) }
        #expect(times() == Array(105...999))
        ring.close(recording)
        ring.add(finding(1_000, [:]))
        #expect(times() == Array(980...1_000))
    }

    // MARK: - What is hidden

    @Test func whatNobodyIsToSeeIsHiddenInTheFrame() throws {
        let format = V4L2Format(
            pixelFormat: PixelFormat(name: "MJPG") ?? PixelFormat(rawValue: 0), width: 16, height: 16,
            bytesPerRow: 0, byteCount: 0)
        let jpeg = ClipBench.clock(0o7777)
        var buffer = CaptureBuffer(
            contents: .init(raw: nil, shown: .init(bytes: jpeg, format: format)), time: .seconds(1),
            sequenceNumber: 1)
        let whole = try #require(ClipFrame(jpeg: jpeg, of: buffer))
        var maker = ClipFrameMaker(stills, quality: 90, codec: nil)
        #expect(try maker.frames(of: whole, hiding: []).frames.first?.bytes == jpeg)
        let left = [(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)].map { CGPoint(x: $0, y: $1) }
        buffer.mask = PictureMask(areas: [try #require(Zone(name: "left", corners: left))])
        let masked = try #require(ClipFrame(jpeg: jpeg, of: buffer))
        func number(hiding faces: [HiddenRegion]) throws -> Int {
            let made = try maker.frames(of: masked, hiding: faces)
            return try ClipBench.number(try #require(made.frames.first).bytes)
        }
        #expect(try number(hiding: []) == 0o7070)
        let top = HiddenRegion(CGRect(x: 0, y: 0, width: 1, height: 0.5), style: .blanked)
        #expect(try number(hiding: [top]) == 0o7000)
        #expect(ClipFrame(jpeg: Array(jpeg.dropLast(100)), of: buffer) == nil)
    }
}
