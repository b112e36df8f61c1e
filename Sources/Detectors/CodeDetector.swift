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
        let steps = Plan.steps(for: request.effort).filter { !request.disabledSteps.contains($0.name) }
        var result = DetectionResult(width: frame.luma.width, height: frame.luma.height)
        if let parts = request.liveFrame?.parts {
            for part in parts { search(part, of: frame.luma, request, steps, into: &result) }
        } else {
            search(nil, of: frame.luma, request, steps, into: &result)
        }
        if request.liveFrame != nil { result.liveCycle = Search.liveCycle(of: steps) }
        return result
    }

    /// - Parameter part: What is searched of the picture; nil for all of it.
    private func search(
        _ part: CGRect?, of picture: Plane, _ request: DetectionRequest, _ steps: [Step],
        into result: inout DetectionResult
    ) {
        var search = Search(
            request, in: picture, part: part, types: [.zxing: types(of: .zxing), .zbar: types(of: .zbar)])
        if let frame = request.liveFrame {
            search.run(steps, ofLiveFrame: frame)
        } else {
            for step in steps { search.run(step) }
        }
        result.readings += search.requestedReadings
        if request.includesUndecoded { result.readings += search.locatedCodes() }
        result.refused += search.refusedReadings
        result.failures += search.failures.filter { !result.failures.contains($0) }
        if request.includesHints { result.unread += search.unreadPlaces() }
    }
}
