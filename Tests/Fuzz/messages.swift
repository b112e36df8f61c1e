import Foundation
import MetadataOutput

// Compiled as a part of Workers.

/// Messages between a worker and its client, of any bytes; the first says which kind it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func readMessage(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var reader = WireReader(Array(bytes.dropFirst()))
    do throws(MalformedMessage) {
        switch bytes[0] {
        case 0:
            let answer = try Answer(from: &reader, to: .sample, plane: Plane.init(blankWidth:height:))
            guard case .result(let result) = answer else { break }
            precondition(answer.isWithinBounds(of: .sample))
            _ = ReadingArbiter().verdict(on: result.readings).judgements
        case 1:
            let places = [CGRect](repeating: .zero, count: 8)
            let plane = Plane(blankWidth: 1, height: 1)
            let question = Question.motions(places: places, earlier: plane, later: plane)
            _ = try Answer(from: &reader, to: question, plane: Plane.init(blankWidth:height:))
        case 2: _ = try WorkerDescription(from: &reader)
        case 4:
            let question = Question.movie(MovieRequest(earliest: .seconds(1), mostPixels: 1 << 20))
            _ = try Answer(from: &reader, to: question, plane: Plane.init(blankWidth:height:))
        case 5:
            let request = NetworkStreamRequest(
                timeout: .zero, hasConnection: false, mostPixels: 1 << 20, mostBytes: 1 << 20,
                wishes: NetworkStreamWishes(includesColors: true, includesVideo: true))
            _ = try Answer(from: &reader, to: .stream(request), plane: Plane.init(blankWidth:height:))
        default: _ = try DetectionRequest(from: &reader)
        }
    } catch {}
    return 0
}

/// Leaves messages to begin with in the folder that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    let samples: [(UInt8, (inout WireWriter) -> Void)] = [
        (0, { Answer.result(.sample).write(to: &$0) { _ in } }),
        (0, { Answer.failed(PayloadError(.undecodable, "why")).write(to: &$0) { _ in } }),
        (
            1,
            {
                Answer.motions([nil, Motion(center: .zero, movedCenter: .zero, scale: 1, rotation: 0)]).write(
                    to: &$0
                ) { _ in }
            }
        ),
        (
            2,
            {
                WorkerDescription(libraries: [.init(name: "a", version: "1")], steps: ["plain"]).write(
                    to: &$0)
            }
        ),
        (
            4,
            {
                let frame = Frame(luma: Plane(blankWidth: 4, height: 3), time: .seconds(1))
                Answer.movie(.frame(frame, number: 1)).write(to: &$0) { _ in }
            }
        ),
        (
            4,
            {
                let error = PayloadError(.undecodable, "why")
                Answer.movie(.lost(error, number: 1, time: .zero)).write(to: &$0) { _ in }
            }
        ),
        (4, { Answer.movie(.passed).write(to: &$0) { _ in } }),
        (
            5,
            {
                let frame = Frame(luma: Plane(blankWidth: 4, height: 3), time: .seconds(1))
                let chroma = Plane(blankWidth: 2, height: 2)
                let colors = FrameColors(blue: chroma, red: chroma, matrix: .bt709)
                let reading = NetworkStreamReading.frame(
                    frame, colors: colors, NetworkStreamLosses(late: 1))
                Answer.stream(reading).write(to: &$0) { _ in }
            }
        ),
        (
            5,
            {
                let reading = NetworkStreamReading.payload([1, 2], time: .zero, NetworkStreamLosses())
                Answer.stream(reading).write(to: &$0) { _ in }
            }
        ),
        (3, { DetectionRequest(types: [.qr, .face], liveFrame: LiveFrame(number: 1)).write(to: &$0) }),
    ]
    for (number, (kind, write)) in samples.enumerated() {
        var writer = WireWriter()
        write(&writer)
        try? Data([kind] + writer.bytes).write(to: URL(filePath: "\(folder)/\(number)"))
    }
    return 0
}

extension Question {
    /// Asks for everything that there is.
    fileprivate static var sample: Question {
        var request = DetectionRequest(types: Set(MetadataObjectType.all), includesMotionPlane: true)
        request.views = PictureViewRequest(thumbnailSide: 100, includesPicture: true)
        return .detect(request, .encoded([], limits: .standard))
    }
}

extension Plane {
    fileprivate convenience init(blankWidth width: Int, height: Int) {
        self.init(width: 1, height: 1, samples: [0])
    }
}
