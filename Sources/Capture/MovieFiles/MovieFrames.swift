import Glibc
import MetadataOutput

/// The frames of movies, one movie after the other, decoded as they are asked for.
struct MovieFrames: IteratorProtocol, Sendable {
    /// A frame, or what is wrong with it or with the movie.
    struct Item: Sendable {
        let movie: FoundPicture
        /// Its version, looked up before it was opened.
        let version: PictureVersion?
        /// Whether nothing of this movie came before.
        let isFirst: Bool
        /// Its number among the movie's frames, from 0, and when it is shown; nil where the movie as a whole is at fault.
        let place: (number: Int, time: Duration)?
        let frame: Result<Frame, PayloadError>
    }

    private var movies: PictureFinder
    private let decoder: any MovieDecoder
    private let limits: DecodingLimits
    private let schedule: MovieSchedule
    private var current: Current?

    /// The movie that is being read.
    private struct Current: Sendable {
        let movie: FoundPicture
        let version: PictureVersion?
        let reader: any MovieReader
        var isNew = true
        /// From when on the next frame is wanted.
        var earliest = Duration.zero
    }

    init(
        movies: PictureFinder, decoder: any MovieDecoder, limits: DecodingLimits, schedule: MovieSchedule
    ) {
        self.movies = movies
        self.decoder = decoder
        self.limits = limits
        self.schedule = schedule
    }

    mutating func next() -> Item? {
        while true {
            guard var current else {
                guard let movie = movies.next() else { return nil }
                let version = movie.version
                do throws(PayloadError) {
                    let reader = try movie.open(with: decoder, limits: limits)
                    self.current = Current(movie: movie, version: version, reader: reader)
                } catch {
                    return Item(
                        movie: movie, version: version, isFirst: true, place: nil, frame: .failure(error))
                }
                continue
            }
            let reading = current.reader.nextFrame(from: current.earliest)
            let wasNew = current.isNew
            current.isNew = false
            func item(_ place: (Int, Duration)?, _ frame: Result<Frame, PayloadError>) -> Item {
                Item(
                    movie: current.movie, version: current.version, isFirst: wasNew, place: place,
                    frame: frame)
            }
            self.current = current
            switch reading {
            case .frame(let frame, let number):
                let next = schedule.earliest(after: frame.time)
                self.current?.earliest = next
                return item((number, frame.time), .success(frame))
            case .passed: self.current?.isNew = wasNew
            case .lost(let error, let number, let time): return item((number, time), .failure(error))
            case .failed(let error):
                self.current = nil
                return item(nil, .failure(wasNew ? current.movie.explained(error) : error))
            case .end:
                self.current = nil
                // Nobody is to think that it was searched.
                if wasNew { return item(nil, .failure(PayloadError(.empty, "there is no frame in it"))) }
            }
        }
    }
}

/// Which frames of a movie are searched.
struct MovieSchedule: Sendable {
    /// One at or after each multiple of so many nanoseconds; all where it is zero. Whole numbers, as frames' times are: a multiple
    /// that is a little more than it should be would pass over its frame.
    private let step: Int64

    init(interval: Duration) {
        step = interval > .zero ? max(1, Int64((interval / .nanoseconds(1)).rounded())) : 0
    }

    /// From when on the next one is wanted, after one that is shown at `time`.
    func earliest(after time: Duration) -> Duration {
        guard step > 0 else { return .zero }
        let (seconds, attoseconds) = time.components
        return .nanoseconds(((seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / step + 1) * step)
    }
}

extension FoundPicture {
    /// Begins with a file that can be sought in, or with standard input.
    fileprivate func open(
        with decoder: any MovieDecoder, limits: DecodingLimits
    ) throws(PayloadError) -> any MovieReader {
        if let error { throw error }
        switch source {
        case .file(let path):
            try FileReader.checkFile(path)
            return try decoder.movie(at: path, limits: limits)
        case .standardInput: return try decoder.movie(from: STDIN_FILENO, limits: limits)
        case .member: throw PayloadError(.unreadable, "movies are not read from archives")
        }
    }

    /// Why it is no movie, where it is a picture.
    fileprivate func explained(_ error: PayloadError) -> PayloadError {
        guard error.code == .unknownFormat, case .file(let path) = source,
            let prefix = FileReader.prefix(of: path, count: InputRule.signatureLength),
            StandardPictureRecognizer().recognises(prefix: prefix)
        else { return error }
        return PayloadError(.unknownFormat, "a picture is not a movie", instead: .picture)
    }
}
