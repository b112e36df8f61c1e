import Foundation
package import MetadataOutput
package import Workers

/// A worker's own end of the work: answers questions until its client is gone.
package struct WorkerService: Sendable {
    /// The most that a worker may work in its life: a bound for one that does not answer any more.
    private static let processorSeconds = 3600
    /// The same for a worker that reads one movie: days of film.
    private static let movieSeconds = 360_000
    /// The same for a worker that speaks with one camera: a year, as each of its answers has a deadline.
    private static let conversationSeconds = 31_536_000
    /// After half of it the worker is replaced, so that no picture is begun that cannot be finished.
    private static let workingLife = Duration.seconds(processorSeconds / 2)
    /// After so many answers freed memory is given back: seldom enough to cost nothing where all pictures are large.
    private static let trimInterval = StartMemory.settledCount
    /// A worker that nobody asks for so long is a spare one.
    private static let patience = Duration.seconds(1)

    private let detector: any PayloadDetector
    private let motion: any MotionEstimator
    private let stills: any StillMaker
    private let movie: Result<any MovieReader, PayloadError>?
    private let stream: Result<any NetworkStreamReader, PayloadError>?
    /// Whether something went wrong that may have left damage behind.
    private let isDamaged: @Sendable () -> Bool

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - detector: Decodes and searches.
    ///   - motion: Follows places.
    ///   - stills: Makes files of pictures.
    ///   - movie: The movie that its orders name. Default: none.
    ///   - stream: The network camera that its orders name. Default: none.
    ///   - isDamaged: Whether the worker should be replaced; asked after each answer.
    package init(
        detector: any PayloadDetector, motion: any MotionEstimator, stills: any StillMaker,
        movie: Result<any MovieReader, PayloadError>? = nil,
        stream: Result<any NetworkStreamReader, PayloadError>? = nil,
        isDamaged: @escaping @Sendable () -> Bool
    ) {
        self.detector = detector
        self.motion = motion
        self.stills = stills
        self.movie = movie
        self.stream = stream
        self.isDamaged = isDamaged
    }

    /// Closes the door, says that it is ready, and answers.
    ///
    /// - Parameters:
    ///   - end: Where questions come from.
    ///   - description: What it says of itself.
    /// - Throws: ``Sandbox/Failure`` if the door could not be closed; nothing was answered then.
    package func run(_ end: WorkerEnd, describing description: WorkerDescription) throws {
        EngineActivity.observe { engines in end.mark(engines) }
        try Sandbox.enter(
            memoryBytes: end.orders.memoryBytes,
            processorSeconds: stream != nil
                ? Self.conversationSeconds : movie != nil ? Self.movieSeconds : Self.processorSeconds,
            converses: stream != nil)
        end.tell(description)
        // Of one movie; a client that begins another asks for a key frame.
        let video = end.orders.encodesVideo ? stills.makeVideoEncoder() : nil
        var answers = 0
        var isSettled = false
        let settle = {
            StartMemory.giveBack()
            isSettled = true
        }
        while let question = end.nextQuestion(within: isSettled ? nil : Self.patience, orElse: settle) {
            let answer = answer(to: question, video, end)
            let isOld = ProcessorTime.ofThisProcess > Self.workingLife
            end.answer(answer, to: question, mustRenew: isOld || isDamaged())
            answers += 1
            guard answers.isMultiple(of: Self.trimInterval) else { continue }
            if isSettled { Sandbox.giveBackFreedMemory() } else { settle() }
        }
    }

    private func answer(to question: Question, _ video: (any VideoEncoder)?, _ end: WorkerEnd) -> Answer {
        switch question {
        case .detect(let request, let payload):
            do throws(PayloadError) {
                return .result(try detector.detect(request, in: payload))
            } catch {
                return .failed(error)
            }
        case .motions(let places, let earlier, let later):
            return .motions(motion.motions(of: places, from: earlier, to: later))
        case .stills(let request):
            do throws(PayloadError) {
                return .stills(try stills.stills(request))
            } catch {
                return .failed(error)
            }
        case .video(let request):
            do throws(PayloadError) {
                guard let video else { throw PayloadError(.engineFailure, "there is no encoder of movies") }
                return .video(try video.frame(request))
            } catch {
                return .failed(error)
            }
        case .movie(let request):
            switch movie {
            case .success(let movie): return .movie(movie.nextFrame(from: request.earliest))
            case .failure(let error): return .movie(.failed(error))
            case nil: return .movie(.failed(PayloadError(.engineFailure, "there is no movie")))
            }
        case .stream(let request):
            let connection = request.hasConnection ? end.receiveConnection() : nil
            switch stream {
            case .success(let stream):
                return .stream(
                    stream.next(within: request.timeout, over: connection, for: request.wishes))
            case .failure(let error): return .stream(.failed(error))
            case nil: return .stream(.failed(PayloadError(.engineFailure, "there is no camera")))
            }
        }
    }
}
