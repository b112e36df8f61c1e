import Foundation
public import MetadataOutput

/// Finds faces and how they are turned.
///
/// Without a model file it uses dlib's gradient histograms, with one YuNet. Filters and models are read when a face
/// is first asked for; nothing is kept from one frame to the next.
public final class FaceDetector: Detector {
    private let yunet: Pool<YuNet, PayloadError>?
    private let models: FaceModels

    /// Makes a detector; reads nothing yet.
    ///
    /// - Parameters:
    ///   - model: Path of a YuNet ONNX file to find faces with instead of dlib's filters. Default: none.
    ///   - landmarkModel: Path of dlib's model of 68 points. Default: the environment variable
    ///     `SCANWATCH_LANDMARK_MODEL`, else the file of Debian's package libdlib-data.
    public init(model: String? = nil, landmarkModel: String? = nil) {
        let models = FaceModels(landmarkModel: landmarkModel ?? DetectorCatalog.landmarkModel)
        self.models = models
        yunet = model.map { path in
            Pool { () throws(PayloadError) in try YuNet(file: models.faceModel(at: path), path: path) }
        }
    }

    /// Reads the models now, and not when a face is first asked for; what cannot be read is an error then. Afterwards
    /// one search at a time opens no file.
    ///
    /// - Parameter includesLandmarks: Whether the landmark model is among them.
    public func prepare(includesLandmarks: Bool = true) {
        _ = try? models.filters()
        if includesLandmarks { _ = try? models.predictor() }
        try? yunet?.withElement { _ in }
    }

    /// Faces.
    public var supportedTypes: Set<MetadataObjectType> { [.face] }

    /// Searches one frame for faces, best first.
    ///
    /// - Throws: `PayloadError` if a model is needed that cannot be read.
    public func detect(
        _ request: DetectionRequest, in frame: Frame
    ) throws(PayloadError) -> DetectionResult {
        let picture = frame.luma
        var result = DetectionResult(width: picture.width, height: picture.height)
        guard request.types.contains(.face) else { return result }
        let pose = request.disabledEngines.contains(.dlib) ? .off : request.pose
        // No frame is to wait for the model when the first face comes, perhaps hours later; without a face it is no
        // error that there is none.
        if pose == .landmarks, request.liveFrame != nil { (try? models.predictor())?.prefault() }
        let candidates: [FaceCandidate]
        let due = due(in: request)
        result.shares[.face] = due.share
        if request.liveFrame != nil { result.liveCycle = LiveFacePart.cycle(request.effort) }
        switch try search(
            picture, passes: due.passes, hasYuNet: due.hasYuNet, threads: request.runsSideBySide ? 2 : 1)
        {
        case .success(let found): candidates = found
        case .failure(let failure):
            result.failures.append(failure)
            return result
        }
        result.refused = candidates.filter { !$0.isBelieved }
            .map { Judgement($0.reading(FaceContent()), .refused(.lowScore)) }
        let faces = candidates.filter(\.isBelieved)
        guard !faces.isEmpty else { return result }
        let posing = FacePosing(
            method: pose,
            landmarkPass: pose == .landmarks
                ? LandmarkPass(predictor: try models.predictor(), picture: picture) : nil,
            includesLandmarks: request.includesLandmarks)
        for face in faces {
            result.readings.append(face.reading(EngineActivity.of(.dlib) { posing.content(of: face) }))
        }
        return result
    }

    /// What is to be searched with, and how much of the whole search that is.
    private func due(in request: DetectionRequest) -> (passes: [HOGPass], hasYuNet: Bool, share: Double) {
        let isWanted = { !request.disabledSteps.contains($0) }
        guard yunet == nil || request.disabledEngines.contains(.yunet) else {
            let isDue = request.liveFrame.map { LiveFacePart.isModelDue(in: $0) } ?? true
            return ([], isDue && isWanted(YuNetFaceSearch.step), isDue ? 1 : 0)
        }
        let part = request.liveFrame.map { LiveFacePart(frame: $0.number, effort: request.effort) }
        let passes =
            request.disabledEngines.contains(.dlib) ? [] : part?.passes ?? HOGPass.list(for: request.effort)
        return (passes.filter { isWanted($0.name) }, false, part?.share ?? 1)
    }

    private func search(
        _ picture: Plane, passes: [HOGPass], hasYuNet: Bool, threads: Int
    ) throws(PayloadError) -> Result<[FaceCandidate], EngineFailure> {
        let filters = try models.filters()
        if hasYuNet, let yunet {
            return try yunet.withElement { model in
                Result { () throws(EngineFailure) in
                    try EngineActivity.of(.yunet) { () throws(EngineFailure) in
                        try YuNetFaceSearch(model: model, filters: filters).candidates(in: picture)
                    }
                }
            }
        }
        return Result { () throws(EngineFailure) in
            try EngineActivity.of(.dlib) { () throws(EngineFailure) in
                try HOGFaceSearch(filters: filters, passes: passes, threads: threads).candidates(in: picture)
            }
        }
    }
}

extension FaceCandidate {
    fileprivate func reading(_ content: FaceContent) -> Reading {
        Reading(
            type: .face, corners: box.corners, content: .face(content), engine: engine, step: step,
            evidence: Evidence(source: .plain, score: score, isTurned: isTurned))
    }
}
