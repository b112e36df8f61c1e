import ArgumentParser
import Foundation
import MetadataOutput
import Workers

/// What to look for, and how hard.
struct SearchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Types to look for, with commas between: names from 'scanwatch types', or codes (default), 1d, 2d, all.",
            valueName: "list"),
        completion: .list(TypeList.names), transform: TypeList.init(argument:))
    var types = TypeList.codes

    @Option(
        help: ArgumentHelp(
            """
            How hard to look for codes. fast takes about half as long as normal and reads clear codes. thorough \
            takes two to four times as long, and also reads dim and blurred codes and many in one picture.
            """, valueName: "fast|normal|thorough"))
    var effort = Effort.normal

    @Flag(help: "Also report codes that were located but could not be decoded.")
    var undecoded = false

    @Flag(help: "Report UPC-A as upca with its 12 digits, not as ean13 with a leading 0.")
    var upca = false

    @Option(
        help: ArgumentHelp(
            """
            How to get the angles of faces: from 68 landmarks (see the licence notice in 'scanwatch --help'), \
            from the five points of the --face-model, or off.
            """, valueName: "method"))
    var pose = PoseMethod.landmarks

    @Flag(help: "Add the landmarks of each face to the record.")
    var landmarks = false

    @Option(
        help: ArgumentHelp(
            "Find faces with this YuNet model (an ONNX file) instead of dlib's detector.", valueName: "path"),
        completion: .file(extensions: ["onnx"]))
    var faceModel: String?

    @Option(
        help: ArgumentHelp(
            "Report only objects that touch this region of the upright picture, in fractions of its size.",
            valueName: "x,y,w,h"))
    var roi: UnitRectangle?

    @Option(help: ArgumentHelp("Leave a step of the plan out; may be repeated.", visibility: .hidden))
    var skipStep: [String] = []

    func validate() throws {
        if let faceModel, !FileManager.default.isReadableFile(atPath: faceModel) {
            throw ValidationError("The face model '\(faceModel)' does not exist or cannot be read.")
        }
        if pose == .points, faceModel == nil, types.types.contains(.face) {
            throw ValidationError(
                "--pose points needs a --face-model, which finds the points; --pose off works without one.")
        }
    }

    /// What the backend will be asked for.
    ///
    /// - Parameter mayChange: Whether other types may be asked for later.
    func backendOptions(mayChange: Bool, limits: DecodingLimits = .standard) -> BackendOptions {
        var options = BackendOptions(faceModel: faceModel, decodingBytes: limits.memoryBytes)
        // Models of faces take time and memory.
        if !mayChange, !types.types.contains(.face) { options.detectors = ["codes"] }
        options.usesLandmarks = mayChange || pose == .landmarks
        return options
    }

    /// An output that asks `backend` for what these options say.
    func metadataOutput(_ backend: any RunningBackend) throws -> CaptureMetadataOutput {
        if !skipStep.isEmpty {
            let steps = try backend.describe().steps
            if let unknown = skipStep.first(where: { !steps.contains($0) }) {
                throw ValidationError(
                    "There is no step '\(unknown)'; valid steps: \(steps.joined(separator: ", ")).")
            }
        }
        let output = CaptureMetadataOutput(detector: backend.detector, motion: backend.motion)
        try apply(to: output)
        return output
    }

    /// Makes an output want what these options say; all of it, or nothing if something is wrong. The face model is the
    /// output's from the start.
    func apply(to output: CaptureMetadataOutput) throws {
        do {
            // The region first: nothing else can be wrong with types that are names of the list.
            try output.setRectOfInterest(roi?.rect ?? CGRect(x: 0, y: 0, width: 1, height: 1))
            try output.setMetadataObjectTypes(types.available(of: output.availableMetadataObjectTypes))
        } catch {
            throw ValidationError(error.description)
        }
        output.setOptions {
            $0.effort = effort
            $0.pose = pose
            $0.includesLandmarks = landmarks
            $0.includesUndecoded = undecoded
            $0.separatesUPCA = upca
            $0.disabledSteps = Set(skipStep)
        }
    }

    /// The model files that faces need.
    var modelFiles: [String] {
        guard types.types.contains(.face) else { return [] }
        return [faceModel, pose == .landmarks ? DetectorCatalog.landmarkModel : nil].compactMap(\.self)
    }
}
