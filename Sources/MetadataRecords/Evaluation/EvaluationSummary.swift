/// Verdicts added up.
public struct EvaluationSummary: Sendable, Hashable {
    /// Pictures judged.
    public private(set) var pictures = 0
    /// Those of them that hold codes.
    public private(set) var picturesWithCodes = 0
    /// Those of these whose codes were all read.
    public private(set) var fullyRead = 0
    /// Those that could not be searched.
    public private(set) var failed = 0
    /// Codes that should be read.
    public private(set) var codes = 0
    /// Codes that were.
    public private(set) var read = 0
    /// Codes that were reported and are not there.
    public private(set) var misread = 0
    /// Codes that were reported once more.
    public private(set) var duplicates = 0
    /// Faces that should be found.
    public private(set) var faces = 0
    /// Faces that were.
    public private(set) var found = 0
    /// Faces that were reported and are not there.
    public private(set) var falseFaces = 0
    /// Milliseconds of processor time, where they were measured of every picture.
    public private(set) var milliseconds: Double? = 0
    /// What the engines' reports came to, by their names in records.
    public private(set) var engines: [String: PictureVerdict.Engine] = [:]

    /// Adds nothing up.
    public init() {}

    /// Adds a verdict.
    public mutating func add(_ verdict: PictureVerdict) {
        pictures += 1
        picturesWithCodes += verdict.codes > 0 ? 1 : 0
        fullyRead += verdict.codes > 0 && verdict.missed.isEmpty ? 1 : 0
        failed += verdict.error == nil ? 0 : 1
        codes += verdict.codes
        read += verdict.read
        misread += verdict.misread.count
        duplicates += verdict.duplicates
        faces += verdict.faces
        found += verdict.found
        falseFaces += verdict.falseFaces
        milliseconds = milliseconds.flatMap { sum in verdict.milliseconds.map { sum + $0 } }
        for (name, engine) in verdict.engines {
            engines[name, default: PictureVerdict.Engine()].read += engine.read
            engines[name, default: PictureVerdict.Engine()].misread += engine.misread
            engines[name, default: PictureVerdict.Engine()].found += engine.found
            engines[name, default: PictureVerdict.Engine()].falseFaces += engine.falseFaces
        }
    }
}
