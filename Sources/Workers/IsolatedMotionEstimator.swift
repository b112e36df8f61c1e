public import Foundation
public import MetadataOutput

/// Says how places moved, in another process.
public struct IsolatedMotionEstimator: MotionEstimator {
    /// Far more than it takes of processors: without an answer an object may get another id.
    private static let deadline = Duration.seconds(10)

    private let pool: WorkerPool

    /// Makes an estimator that asks the workers of a pool.
    public init(pool: WorkerPool) {
        self.pool = pool
    }

    /// The luma as the estimator wants it; itself, larger than it need be, if no worker answers.
    public func plane(of luma: Plane) -> Plane {
        var request = DetectionRequest(types: [])
        request.includesMotionPlane = true
        let result = try? IsolatedDetector(pool: pool).detect(request, in: .frame(Frame(luma: luma)))
        return result?.motionPlane ?? luma
    }

    /// How each place moved; nil of all if the worker died of it.
    public func motions(of places: [CGRect], from earlier: Plane, to later: Plane) -> [Motion?] {
        let question = { (_: Bool) in Question.motions(places: places, earlier: earlier, later: later) }
        if !places.isEmpty,
            case .answer(.motions(let motions))? = try? pool.ask(kind: .standard, Self.deadline, question),
            motions.count == places.count
        {
            return motions
        }
        return places.map { _ in nil }
    }
}
