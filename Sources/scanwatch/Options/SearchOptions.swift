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
            How hard to look. fast takes about half as long as normal and reads clear codes. thorough takes two to \
            four times as long, and also reads dim and blurred codes and many in one picture, and finds faces in \
            pictures that lie on their side.
            """, valueName: "fast|normal|thorough"))
    var effort = Effort.normal

    @Flag(help: "Also report codes that were located but could not be decoded.")
    var undecoded = false

    @Flag(
        help: """
            Add to records why a code or face cannot be read, as far as the picture shows it: tooDark, backlit, \
            motionBlur, outOfFocus, tooFar, cutOff, glare.
            """)
    var hints = false

    @Flag(help: "Report UPC-A as upca with its 12 digits, not as ean13 with a leading 0.")
    var upca = false

    @Option(
        help: ArgumentHelp(
            """
            How to get the angles of faces: mesh (the default if that model is installed), landmarks (68 points, \
            the default if not; see the licence notice in 'scanwatch --help'), points (the five of YuNet), or off.
            """, valueName: "method"))
    var pose: PoseMethod?

    @Flag(
        help: "Add the landmarks of each face to the record: 68 points, or YuNet's five with --pose points.")
    var landmarks = false

    @Flag(
        help: ArgumentHelp(
            "The same with the 468 points of the mesh model. '--landmarks mesh' can be written too."))
    var landmarksMesh = false

    @Option(
        help: ArgumentHelp(
            """
            Find faces with this YuNet model (an ONNX file). none: with dlib's detector, and without the mesh \
            model (default: the models that are installed, see 'scanwatch models').
            """, valueName: "path|none"),
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
        if let faceModel, faceModel != "none", !FileManager.default.isReadableFile(atPath: faceModel) {
            throw ValidationError("The face model '\(faceModel)' does not exist or cannot be read.")
        }
        guard types.types.contains(.face) else { return }
        let models = faceModels
        if pose == .points, models.detector == nil {
            throw ValidationError(
                "--pose points needs a --face-model, which finds the points; --pose off works without one.")
        }
        if pose == .mesh || landmarksMesh, models.mesh == nil {
            throw ValidationError(
                """
                \(landmarksMesh ? "--landmarks mesh" : "--pose mesh") needs the mesh model; \
                'scanwatch models get mesh' installs it.
                """)
        }
    }

    /// Paths of the models of faces that are to be used: what finds them, and the mesh.
    var faceModels: (detector: String?, mesh: String?) {
        if faceModel == "none" { return (nil, nil) }
        return (faceModel ?? ModelFile.yunet.installedPath, ModelFile.mesh.installedPath)
    }

    /// How to get angles with the models that are there.
    private var poseMethod: PoseMethod { pose ?? (faceModels.mesh == nil ? .landmarks : .mesh) }

    /// What the backend will be asked for.
    ///
    /// - Parameter mayChange: Whether other types may be asked for later.
    func backendOptions(mayChange: Bool, limits: DecodingLimits = .standard) -> BackendOptions {
        var options = BackendOptions(decodingBytes: limits.memoryBytes)
        (options.faceModel, options.faceMesh) = faceModels
        // Models of faces take time and memory.
        if !mayChange, !types.types.contains(.face) { options.detectors = ["codes"] }
        options.usesLandmarks = mayChange || needsLandmarkModel
        return options
    }

    /// Starts the backend, and an output that asks it for what these options say; ends the run where it cannot be started.
    ///
    /// - Parameter mayChange: Whether other types may be asked for later.
    func start(
        _ isolation: IsolationOptions, _ limits: DecodingLimits, isLive: Bool, mayChange: Bool = false
    ) throws
        -> (output: CaptureMetadataOutput, backend: any RunningBackend)
    {
        let backend = try isolation.start(backendOptions(mayChange: mayChange, limits: limits))
        do {
            let output = try metadataOutput(backend)
            output.setOptions { $0.deadline = isolation.deadline(isLive: isLive) }
            return (output, backend)
        } catch {
            backend.close()
            throw error
        }
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
            $0.pose = poseMethod
            $0.includesLandmarks = landmarks || landmarksMesh
            $0.includesMesh = landmarksMesh
            $0.includesUndecoded = undecoded
            $0.includesHints = hints
            $0.separatesUPCA = upca
            $0.disabledSteps = Set(skipStep)
        }
    }

    /// The model files that faces need.
    var modelFiles: [String] {
        guard types.types.contains(.face) else { return [] }
        let models = faceModels
        return [models.detector, models.mesh, needsLandmarkModel ? DetectorCatalog.landmarkModel : nil]
            .compactMap(\.self)
    }

    /// Whether dlib's model of 68 points is used.
    private var needsLandmarkModel: Bool {
        poseMethod == .landmarks || poseMethod == .mesh && landmarks && !landmarksMesh
    }
}
