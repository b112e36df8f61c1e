/// What this package's detectors find, by name; the detectors themselves stand in `Detectors`, and who keeps those in
/// another process needs them not.
public enum DetectorCatalog {
    /// What a table of types says of one type.
    public struct TypeEntry: Sendable, Hashable {
        /// The type.
        public let type: MetadataObjectType
        /// The engines that look for it, in the order they are asked.
        public let engines: [Engine]
    }

    /// A native library that an engine is made of.
    public struct EngineLibrary: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Its version, as it says it.
        public var version: String

        /// Makes one.
        public init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// What can be found, by which engines.
    public static let types: [TypeEntry] = {
        // Asked for several times in each start.
        let found = [Engine.zxing, .zbar, .dlib, .yunet, .yunetMesh].map { ($0, supportedTypes(of: $0)) }
        return MetadataObjectType.all.compactMap { type in
            let engines = found.filter { $0.1.contains(type) }.map(\.0)
            return engines.isEmpty ? nil : TypeEntry(type: type, engines: engines)
        }
    }()

    /// Path of dlib's model of a face's 68 points: the environment variable `SCANWATCH_LANDMARK_MODEL`, else where
    /// Debian's libdlib-data puts it.
    public static var landmarkModel: String {
        EnvironmentVariable.value("SCANWATCH_LANDMARK_MODEL")
            ?? "/usr/share/dlib/shape_predictor_68_face_landmarks.dat"
    }

    /// All types that can be found.
    public static let supportedTypes = Set(types.map(\.type))

    /// The detectors' names: `codes` and `faces`.
    public static let names = ["codes", "faces"]

    /// What some detectors find; names that are none find nothing.
    public static func supportedTypes(ofDetectors names: [String]) -> Set<MetadataObjectType> {
        names.reduce(into: []) { types, name in
            switch name {
            case "codes": types.formUnion(supportedTypes.subtracting([.face]))
            case "faces": types.insert(.face)
            default: break
            }
        }
    }

    /// What an engine is asked for.
    public static func supportedTypes(of engine: Engine) -> Set<MetadataObjectType> {
        switch engine {
        case .zxing:
            linearTypes.union([
                .qr, .microQR, .rMQR, .aztec, .dataMatrix, .pdf417, .microPDF417, .maxiCode,
                .gs1DataBarLimited,
                .telepen, .dxFilmEdge,
            ])
        case .zbar: linearTypes.union([.qr])
        case .dlib, .yunet, .yunetMesh: [.face]
        default: []
        }
    }

    private static let linearTypes: Set<MetadataObjectType> = [
        .ean13, .ean8, .upce, .code39, .code39Mod43, .code32, .pzn, .code93, .code128, .interleaved2of5,
        .itf14,
        .codabar, .gs1DataBar, .gs1DataBarExpanded,
    ]
}
