import Foundation
public import MetadataOutput

/// A movie as an input of a session, in place of a camera: for tests of what a program does with one, and to search recordings by the
/// same code.
///
/// Frames come as fast as they are taken, none is left out, and their times are the movie's. A frame that cannot be
/// decoded counts as one that was lost.
public final class CaptureMovieFileInput: CaptureInput {
    /// The path.
    public let sourceName: String
    private let decoder: any MovieDecoder
    private let limits: DecodingLimits

    /// Makes an input of a file; it is opened when the session starts.
    ///
    /// - Parameters:
    ///   - path: Of the movie.
    ///   - decoder: What reads it.
    ///   - limits: What one of its pictures may cost.
    public init(path: String, decoder: any MovieDecoder, limits: DecodingLimits = .standard) {
        sourceName = path
        self.decoder = decoder
        self.limits = limits
    }

    /// False.
    public var dropsLateFrames: Bool { false }

    /// Begins with the first frame. Presets do not matter: a movie has one size.
    ///
    /// - Throws: `.decodeFailed` with the reason if there is no first frame.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        do throws(PayloadError) {
            let path = Array(sourceName.utf8)
            try FileReader.checkFile(path)
            return try MovieStream(try decoder.movie(at: path, limits: limits))
        } catch {
            throw CaptureError(.decodeFailed, "\(sourceName): \(error.message)")
        }
    }
}

private final class MovieStream: CaptureStream {
    private let movie: any MovieReader
    /// The first frame, until it is taken.
    private var first: CaptureFrame?
    private(set) var undeliveredDrops: [CaptureDropReason: Int] = [:]
    let formatDescription: String
    let pictureSize: CGSize?

    init(_ movie: any MovieReader) throws(PayloadError) {
        self.movie = movie
        var lost = 0
        let (frame, number) = try Self.nextFrame(of: movie, lost: &lost)
        guard let frame else { throw PayloadError(.empty, "there is no frame in it") }
        formatDescription = "movie \(frame.luma.width)x\(frame.luma.height)"
        pictureSize = CGSize(width: frame.luma.width, height: frame.luma.height)
        first = Self.captured(frame, number, lost: lost)
    }

    /// - Parameter lost: Grows by the frames that could not be decoded.
    /// - Returns: The next one that could; nil after the last.
    private static func nextFrame(
        of movie: any MovieReader, lost: inout Int
    ) throws(PayloadError) -> (Frame?, number: Int) {
        while true {
            switch movie.nextFrame(from: .zero) {
            case .frame(let frame, let number): return (frame, number)
            case .passed: continue
            case .lost: lost += 1
            case .end: return (nil, 0)
            case .failed(let error): throw error
            }
        }
    }

    private static func captured(_ frame: Frame, _ number: Int, lost: Int) -> CaptureFrame {
        CaptureFrame(
            payload: .frame(frame), time: frame.time, sequenceNumber: number,
            drops: lost > 0 ? [.corrupted: lost] : [:])
    }

    func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
        if let first {
            self.first = nil
            return first
        }
        var lost = 0
        do throws(PayloadError) {
            let (frame, number) = try Self.nextFrame(of: movie, lost: &lost)
            if let frame { return Self.captured(frame, number, lost: lost) }
        } catch {
            throw CaptureError(.decodeFailed, error.message)
        }
        if lost > 0 { undeliveredDrops = [.corrupted: lost] }
        throw CaptureError(.inputEnded, "the movie is over")
    }

    func close() {}
}
