public import MetadataOutput

/// Makes files of cameras' pictures in another process, so that nothing a picture contains can stop this one.
public struct IsolatedStillMaker: StillMaker {
    /// Far more than the largest picture takes on a busy machine.
    private static let deadline = Duration.seconds(20)

    private let pool: WorkerPool

    /// Makes a maker that asks the workers of a pool.
    public init(pool: WorkerPool) {
        self.pool = pool
    }

    /// Ends the pool's workers that are not asked anything at this moment.
    public func release() { pool.endIdle() }

    /// Has a worker make what is asked for. If the worker dies of it, another is asked once more.
    ///
    /// - Throws: `PayloadError`, `.engineFailure` if no worker survived the picture or none can be had, `.overLimit` if the picture
    ///   or something of the request is more than workers take: nothing of what is to be hidden is left out.
    public func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
        var reason = ""
        for _ in 0..<2 {
            switch try pool.ask(kind: .standard, Self.deadline, { _ in .stills(request) }) {
            case .answer(.stills(let result)): return result
            case .answer(.failed(let error)): throw error
            case .answer: preconditionFailure("an answer to another question is malformed")
            case .refused(let error): throw error
            case .died(let death): reason = death.reason
            }
        }
        throw PayloadError(.engineFailure, reason)
    }

    /// An encoder with a worker of its own, if libopenh264 is there; waits for that worker. Nil if it is not.
    public func makeVideoEncoder() -> (any VideoEncoder)? { IsolatedVideoEncoder(pool: pool) }
}
