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
    /// The same frame and request give the same readings: work is limited by counts. Only where these leave too much, at
    /// seven tenths of the request's deadline, no step begins any more; what was read stands, and a failure says so.
    public func detect(
        _ request: DetectionRequest, in frame: Frame
    ) throws(PayloadError) -> DetectionResult {
        let isLive = request.liveFrame != nil
        let steps = (isLive ? Plan.liveSteps(for: request.effort) : Plan.steps(for: request.effort))
            .filter { !request.disabledSteps.contains($0.name) && $0.finds(request.types) }
        let parts = request.liveFrame?.parts.map { $0.map(Optional.some) } ?? [nil]
        let types: [Engine: Set<MetadataObjectType>] = [.zxing: types(of: .zxing), .zbar: types(of: .zbar)]
        var searches = parts.map { Search(request, in: frame.luma, part: $0, types: types) }
        var result = DetectionResult(width: frame.luma.width, height: frame.luma.height)
        if let live = request.liveFrame {
            Search.run(
                steps, ofLiveFrame: live, in: &searches, known: live.unsearchedCodes(in: frame.luma))
            result.liveCycle = Search.liveCycle(of: steps)
        } else {
            for step in steps { searches[0].run(step) }
        }
        for index in searches.indices {
            let located =
                request.includesUndecoded && searches[index].hasTime() ? searches[index].locatedCodes() : []
            result.readings += searches[index].withAddOns(searches[index].requestedReadings) + located
            result.refused += searches[index].refusedReadings
            result.failures += searches[index].failures.filter { !result.failures.contains($0) }
            if request.includesHints, searches[index].hasTime() {
                result.unread += searches[index].unreadPlaces()
            }
        }
        return result
    }
}

extension LiveFrame {
    /// How many codes are in view where nothing is searched.
    fileprivate func unsearchedCodes(in picture: Plane) -> Int {
        guard let parts else { return 0 }
        let (width, height) = (Double(picture.width), Double(picture.height))
        return inView.count { object in
            let middle = CGPoint(x: object.bounds.midX * width, y: object.bounds.midY * height)
            return object.type != .face && !parts.contains { $0.contains(middle) }
        }
    }
}
