import Foundation
public import MetadataOutput

/// Finds codes by the plan of steps: cheap ones first, costlier ones where the cheap ones leave doubt.
public struct CodeDetector: Detector {
    /// Makes a detector.
    public init() {}

    /// All types one of the engines reads.
    public var supportedTypes: Set<MetadataObjectType> { types(of: .zxing).union(types(of: .zbar)) }

    private func types(of engine: Engine) -> Set<MetadataObjectType> {
        let types = DetectorCatalog.supportedTypes(of: engine)
        return engine == .zxing ? types.intersection(ZXing.types) : types
    }

    /// Searches the frame for the requested types of codes.
    ///
    /// The same frame and request give the same readings: work is limited by counts, not by time.
    public func detect(
        _ request: DetectionRequest, in frame: Frame
    ) throws(PayloadError) -> DetectionResult {
        var search = Search(
            request, in: frame.luma, types: [.zxing: types(of: .zxing), .zbar: types(of: .zbar)])
        let steps = Plan.steps(for: request.effort).filter { !request.disabledSteps.contains($0.name) }
        if let frame = request.liveFrame {
            search.run(steps, ofLiveFrame: frame)
        } else {
            for step in steps { search.run(step) }
        }
        let located = request.includesUndecoded ? search.locatedCodes() : []
        var result = DetectionResult(
            width: frame.luma.width, height: frame.luma.height,
            readings: search.requestedReadings + located, refused: search.refusedReadings,
            failures: search.failures)
        if request.includesHints { result.unread = search.unreadPlaces() }
        if request.liveFrame != nil { result.liveCycle = Search.liveCycle(of: steps) }
        return result
    }
}
