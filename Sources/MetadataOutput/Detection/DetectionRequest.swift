public import Foundation

/// How much work a search may spend.
public enum Effort: String, Sendable, Hashable, CaseIterable {
    /// The cheap steps: most clear codes, upright and turned faces of 160 pixels and more in a 1280 pixel picture.
    case fast
    /// The steps that are worth their time in most pictures. The default.
    case normal
    /// All steps with a measured gain, for pictures that matter more than time: codes that are dim, curved, blurred or many,
    /// at several times the cost of normal. Faces as with normal.
    case thorough
}

/// Where a face's angles come from.
public enum PoseMethod: String, Sendable, Hashable, CaseIterable {
    /// The 68 points of dlib's landmark model. The default.
    case landmarks
    /// The three-dimensional points of MediaPipe's face mesh, where its file is there: half profiles too.
    case mesh
    /// The five points that YuNet gives with its box; without such a model no angles but the search's own roll.
    case points
    /// No angles.
    case off
}

/// What is wanted of one frame.
public struct DetectionRequest: Sendable, Hashable {
    /// The types to look for; others are not reported.
    public var types: Set<MetadataObjectType>
    /// The part of the picture that matters, 0…1 of the upright picture, origin top left. Detectors may skip
    /// what lies outside; what they report is filtered by intersection afterwards. Default: all of it.
    public var rectOfInterest: CGRect
    /// How much work may be spent, default normal.
    public var effort: Effort
    /// Where a face's angles come from, default landmarks.
    public var pose: PoseMethod
    /// Whether faces carry their landmarks, default false.
    public var includesLandmarks: Bool
    /// Whether these landmarks are the face mesh's 468 points, where its file is there, default false.
    public var includesMesh = false
    /// Whether codes that were located but could not be decoded are reported, default false.
    public var includesUndecoded: Bool
    /// Whether a UPC-A symbol is reported as ``MetadataObjectType/upca`` with its 12 digits, where
    /// ``MetadataObjectType/ean13`` is asked for. Default false: it is an EAN-13 with a leading 0, as on Apple's systems.
    public var separatesUPCA = false
    /// Whether the result carries the frame's plane for a ``MotionEstimator``, default false.
    public var includesMotionPlane: Bool
    /// Whether the result says why what was seen could not be read, default false.
    public var includesHints = false
    /// Of a live source, whose frames do not wait, what is known of the frame; nil, the default, of anything else.
    /// A detector whose search takes longer than a frame then searches a part in each frame, see
    /// ``DetectionResult/shares``.
    public var liveFrame: LiveFrame?
    /// What is wanted of the picture itself, to be looked at; default nothing.
    public var views = PictureViewRequest()
    /// Names of steps that are left out, to measure what each brings; default none.
    public var disabledSteps: Set<String>
    /// Engines that are not asked, such as one that failed on this picture; default none.
    public var disabledEngines: Set<Engine> = []
    /// Whether several threads may work on the frame at once, a detector each, and faces of several sizes; default
    /// false. What they find is the same. `IsolatedDetector` does so while it is asked only one thing.
    public var runsSideBySide = false
    /// How long an attempt may take where somebody can end it (see `IsolatedDetector`), default 10 s: of a camera's frame by the
    /// clock, else of processors, and ten times that by the clock. In this process nobody can end it; but after seven tenths of it no
    /// more is begun of what can be left out: further looks for codes, and at a crowd of faces.
    public var deadline = Duration.seconds(10)

    /// Makes a request for `types`; everything else as its property says.
    public init(
        types: Set<MetadataObjectType>,
        rectOfInterest: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1),
        effort: Effort = .normal,
        pose: PoseMethod = .landmarks,
        includesLandmarks: Bool = false,
        includesUndecoded: Bool = false,
        includesMotionPlane: Bool = false,
        liveFrame: LiveFrame? = nil,
        disabledSteps: Set<String> = []
    ) {
        self.types = types
        self.rectOfInterest = rectOfInterest
        self.effort = effort
        self.pose = pose
        self.includesLandmarks = includesLandmarks
        self.includesUndecoded = includesUndecoded
        self.includesMotionPlane = includesMotionPlane
        self.liveFrame = liveFrame
        self.disabledSteps = disabledSteps
    }
    /// Whether a box in pixels and ``rectOfInterest`` have a point in common.
    ///
    /// - Parameters:
    ///   - box: In pixels of the upright picture.
    ///   - width: The picture's width in pixels.
    ///   - height: The picture's height in pixels.
    func isOfInterest(_ box: CGRect, width: Int, height: Int) -> Bool {
        let (width, height) = (Double(width), Double(height))
        return box.minX <= rectOfInterest.maxX * width && box.maxX >= rectOfInterest.minX * width
            && box.minY <= rectOfInterest.maxY * height && box.maxY >= rectOfInterest.minY * height
    }
}
