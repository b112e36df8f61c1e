import Foundation
public import MetadataOutput

/// Finds faces and how they are turned.
///
/// Without a model file it uses dlib's gradient histograms, with one YuNet. MediaPipe's face mesh judges what YuNet finds,
/// and tells how faces are turned, whoever found them. Filters and models are read when a face is first asked for; nothing
/// is kept from one frame to the next.
public final class FaceDetector: Detector {
    private let yunet: Pool<YuNet, PayloadError>?
    private let mesh: Pool<FaceMesh, PayloadError>?
    private let models: FaceModels
    /// Of a request's deadline: how long faces may be looked for, and how they are turned.
    private static let (searchShare, wholeShare) = (0.7, 0.85)

    /// Makes a detector; reads nothing yet.
    ///
    /// - Parameters:
    ///   - model: Path of a YuNet ONNX file to find faces with instead of dlib's filters. Default: none.
    ///   - mesh: Path of MediaPipe's face mesh as an ONNX file. Default: none.
    ///   - landmarkModel: Path of dlib's model of 68 points. Default: the environment variable
    ///     `SCANWATCH_LANDMARK_MODEL`, else the file of Debian's package libdlib-data.
    public init(model: String? = nil, mesh: String? = nil, landmarkModel: String? = nil) {
        let models = FaceModels(landmarkModel: landmarkModel ?? DetectorCatalog.landmarkModel)
        self.models = models
        yunet = model.map { path in
            let file = FaceModels.UsersFile("face model", at: path)
            return Pool { () throws(PayloadError) in try YuNet(file: file.bytes(), path: path) }
        }
        self.mesh = mesh.map { path in
            let file = FaceModels.UsersFile("face mesh", at: path)
            return Pool { () throws(PayloadError) in try FaceMesh(file: file.bytes(), path: path) }
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
        try? mesh?.withElement { _ in }
    }

    /// Faces.
    public var supportedTypes: Set<MetadataObjectType> { [.face] }

    /// Searches one frame for faces, best first.
    ///
    /// - Throws: `PayloadError` if faces alone are wanted and a model is needed that cannot be read. Beside other types that is
    ///   a failure of the engine, and the frame is searched for them.
    public func detect(
        _ request: DetectionRequest, in frame: Frame
    ) throws(PayloadError) -> DetectionResult {
        do throws(PayloadError) {
            guard request.types.contains(.face), let mesh, !request.disabledEngines.contains(.mesh) else {
                return try detect(request, in: frame.luma, mesh: nil)
            }
            return try mesh.withElement { mesh in
                Result { () throws(PayloadError) in try detect(request, in: frame.luma, mesh: mesh) }
            }.get()
        } catch {
            guard error.code == .engineFailure, request.types != [.face] else { throw error }
            var result = DetectionResult(width: frame.luma.width, height: frame.luma.height)
            let engine: Engine = yunet != nil ? .yunet : mesh != nil ? .mesh : .dlib
            result.failures = [EngineFailure(engine: engine, reason: error.message)]
            return result
        }
    }

    private func detect(
        _ request: DetectionRequest, in picture: Plane, mesh: FaceMesh?
    ) throws(PayloadError) -> DetectionResult {
        var result = DetectionResult(width: picture.width, height: picture.height)
        guard request.types.contains(.face) else { return result }
        let pose = request.disabledEngines.contains(.dlib) ? .off : request.pose
        // No frame is to wait for the model when the first face comes, perhaps hours later; without a face it is no
        // error that there is none.
        let needsLandmarks =
            pose == .landmarks
            || pose == .mesh && (mesh == nil || request.includesLandmarks && !request.includesMesh)
        let livePredictor = needsLandmarks && request.liveFrame != nil ? try? models.predictor() : nil
        livePredictor?.beginFrame()
        let due = due(in: request, of: picture)
        result.shares[.face] = due.share
        if request.liveFrame != nil { result.liveCycle = LiveFacePart.cycle(request.effort) }
        let order = Order(
            request: request, due: due, mesh: mesh, pose: pose, needsLandmarks: needsLandmarks,
            time: SearchTime(of: request, share: Self.searchShare),
            posingTime: SearchTime(of: request, share: Self.wholeShare))
        let faces = try search(order, at: picture, into: &result)
        try addReadings(of: faces, order, at: picture, to: &result)
        livePredictor?.endFrame(hasFaces: !result.readings.isEmpty)
        if request.effort == .thorough, request.liveFrame == nil {
            addTurned(order, of: picture, to: &result)
        }
        return result
    }

    /// What is wanted of a picture, and of those that are made of it.
    private struct Order {
        let request: DetectionRequest
        let due: Due
        let mesh: FaceMesh?
        let pose: PoseMethod
        let needsLandmarks: Bool
        let time: SearchTime
        let posingTime: SearchTime
    }

    /// What a look at the picture turned by quarters shows. What was seen without a turn stays where it fails.
    private func addTurned(_ order: Order, of picture: Plane, to result: inout DetectionResult) {
        var turns = FaceTurns(upright: result.readings)
        let upright = FaceTurns.view(of: picture)
        for quarters in FaceTurns.quarters {
            guard !order.time.isUp else {
                result.failures.append(
                    EngineFailure(engine: .search, reason: "there is no time to turn the picture"))
                break
            }
            let view = upright.turned(byQuarters: quarters)
            var turned = DetectionResult(width: view.plane.width, height: view.plane.height)
            do throws(PayloadError) {
                let faces = try search(order, at: view.plane, into: &turned)
                // How something is turned that is not believed, nobody asks.
                if FaceTurns.isWayUp(of: faces, longerSide: max(view.plane.width, view.plane.height)) {
                    try addReadings(of: faces, order, at: view.plane, to: &turned)
                    turns.add(turned.readings.map { $0.turnedBack(from: view, quarters: quarters) })
                } else {
                    turned.refused += faces.map { Judgement($0.reading(FaceContent()), .refused(.lowScore)) }
                }
            } catch {
                result.failures.append(EngineFailure(engine: .dlib, reason: error.message))
                break
            }
            result.refused += turned.refused.map { judgement in
                Judgement(judgement.reading.turnedBack(from: view, quarters: quarters), judgement.decision)
            }
            result.failures += turned.failures.filter { !result.failures.contains($0) }
        }
        let (standing, displaced) = turns.faces
        result.readings = standing
        result.refused += displaced.map { Judgement($0, .refused(.anotherStands)) }
        result.unread.removeAll { place in
            let box = CGRect(around: place.corners)
            return result.readings.contains {
                $0.boundingBox.intersectionOverUnion(box) > FaceCandidate.sameBox
            }
        }
    }

    /// The faces that a look at one picture shows; what is refused, and where something may be, becomes part of the result.
    private func search(
        _ order: Order, at picture: Plane, into result: inout DetectionResult
    ) throws(PayloadError) -> [FaceCandidate] {
        let (request, due) = (order.request, order.due)
        let (candidates, failure) = try search(picture, seesDark: due.share > 0, until: order.time) {
            plane, known throws(PayloadError) in
            try search(
                plane, known: known, parts: request.liveFrame?.parts, passes: due.passes,
                hasYuNet: due.hasYuNet, order)
        }
        if let failure { result.failures.append(failure) }
        result.refused = candidates.filter { !$0.isBelieved }
            .map { Judgement($0.reading(FaceContent()), .refused($0.refusal)) }
        let faces = candidates.filter(\.isBelieved)
        if request.includesHints {
            result.unread = candidates.filter { candidate in
                !candidate.isBelieved && candidate.isAlmostBelieved
                    && !faces.contains {
                        $0.box.intersectionOverUnion(candidate.box) > FaceCandidate.sameBox
                    }
            }.map { UnreadPlace(kind: .face, corners: $0.box.corners) }
        }
        return faces
    }

    /// Finds out how the faces of a picture are turned, and makes readings of them.
    private func addReadings(
        of faces: [FaceCandidate], _ order: Order, at picture: Plane, to result: inout DetectionResult
    ) throws(PayloadError) {
        guard !faces.isEmpty else { return }
        let request = order.request
        let predictor = order.needsLandmarks ? try models.predictor() : nil
        let needsMesh = order.pose == .mesh || request.includesLandmarks && request.includesMesh
        let engine: Engine = order.mesh == nil || !needsMesh ? .dlib : .mesh
        for face in faces {
            let plane = face.stretched ?? picture
            let posing = FacePosing(
                method: order.pose,
                landmarkPass: predictor.map { LandmarkPass(predictor: $0, picture: plane) },
                meshPass: needsMesh ? order.mesh.map { MeshPass(model: $0, picture: plane) } : nil,
                includesLandmarks: request.includesLandmarks, includesMesh: request.includesMesh)
            guard !order.posingTime.isUp else {
                result.readings.append(face.reading(FaceContent()))
                continue
            }
            do throws(EngineFailure) {
                let content = try EngineActivity.of(engine) { () throws(EngineFailure) in
                    try posing.content(of: face)
                }
                result.readings.append(face.reading(content))
            } catch {
                result.failures.append(error)
                result.readings.append(face.reading(FaceContent()))
            }
        }
    }

    private typealias Due = (passes: [HOGPass], hasYuNet: Bool, share: Double)

    /// What is to be searched with, and how much of the whole search that is.
    private func due(
        in request: DetectionRequest, of picture: Plane
    ) -> Due {
        let isWanted = { !request.disabledSteps.contains($0) }
        guard yunet == nil || request.disabledEngines.contains(.yunet) else {
            let isDue = request.liveFrame.map { LiveFacePart.isModelDue(in: $0) } ?? true
            return ([], isDue && isWanted(YuNetFaceSearch.step), isDue ? 1 : 0)
        }
        let part = request.liveFrame.map { frame in
            let searched = frame.parts.map { $0.reduce(0) { $0 + $1.width * $1.height } }
            return LiveFacePart(
                frame: frame.number, effort: request.effort,
                searchedShare: searched.map { $0 / Double(picture.width * picture.height) } ?? 1)
        }
        let passes =
            request.disabledEngines.contains(.dlib) ? [] : part?.passes ?? HOGPass.list(for: request.effort)
        return (passes.filter { isWanted($0.name) }, false, part?.share ?? 1)
    }

    /// Searches a picture, and if most of it is dark what that hides; the same where something dark stands before something
    /// light and nothing was found.
    ///
    /// - Parameter seesDark: False where nothing is searched for in the picture either.
    private func search(
        _ picture: Plane, seesDark: Bool, until time: SearchTime,
        by search: (Plane, _ known: [CGRect]) throws(PayloadError) -> Result<[FaceCandidate], EngineFailure>
    ) throws(PayloadError) -> (found: [FaceCandidate], failure: EngineFailure?) {
        let found: [FaceCandidate]
        switch try search(picture, []) {
        case .success(let candidates): found = candidates
        case .failure(let failure): return ([], failure)
        }
        guard seesDark, !time.isUp else { return (found, nil) }
        let balance = LumaBalance(of: picture)
        guard balance.isDark || balance.isBacklit && !found.contains(where: \.isBelieved) else {
            return (found, nil)
        }
        let stretched = balance.stretched(picture)
        let known = found.filter(\.isBelieved).map(\.box)
        switch try search(stretched, known) {
        // The first one's faces stay.
        case .failure(let failure): return (found, failure)
        case .success(let others):
            let new = others.filter { other in
                !known.contains { $0.intersectionOverUnion(other.box) > FaceCandidate.sameBox }
            }
            return (
                found
                    + new.map { other in
                        var other = other
                        other.stretched = stretched
                        other.isBelieved = other.isBelieved && other.isClear
                        return other
                    }, nil
            )
        }
    }

    /// - Parameters:
    ///   - known: Boxes of faces that were found in it before.
    ///   - parts: What dlib's filters search of the picture. YuNet sees all of it, and is due less often.
    private func search(
        _ picture: Plane, known: [CGRect], parts: [CGRect]?, passes: [HOGPass], hasYuNet: Bool, _ order: Order
    ) throws(PayloadError) -> Result<[FaceCandidate], EngineFailure> {
        let filters = try models.filters()
        if hasYuNet, let yunet {
            return try yunet.withElement { model in
                Result { () throws(EngineFailure) in
                    try EngineActivity.of(.yunet) { () throws(EngineFailure) in
                        try YuNetFaceSearch(
                            model: model, filters: filters, time: order.time, mesh: order.mesh, known: known
                        ).candidates(in: picture)
                    }
                }
            }
        }
        // Beside the search only where there is nothing else for the second processor to do.
        let readsAhead =
            order.needsLandmarks && order.request.runsSideBySide && order.request.liveFrame == nil
        let models = readsAhead ? models : nil
        let search = HOGFaceSearch(
            filters: filters, passes: passes, time: order.time, parts: parts,
            threads: order.request.runsSideBySide ? 2 : 1
        ) { (try? models?.predictor())?.readAhead() }
        return Result { () throws(EngineFailure) in
            try EngineActivity.of(.dlib) { () throws(EngineFailure) in try search.candidates(in: picture) }
        }
    }
}

extension FaceCandidate {
    fileprivate func reading(_ content: FaceContent) -> Reading {
        Reading(
            type: .face, corners: box.corners, content: .face(content), engine: engine, step: step,
            evidence: Evidence(
                source: stretched == nil ? .plain : .rescue, score: score, opinions: opinions,
                isTurned: isTurned))
    }
}
