import Foundation

/// What came of one picture when what was reported of it was held against what is there. Counts begin at zero,
/// lists without anything.
public struct PictureVerdict: Sendable, Hashable, Encodable {
    /// A code, as the truth or a report has it.
    public struct Code: Sendable, Hashable, Encodable {
        /// The type's name in records.
        public var type: String
        /// Its text, if it has one; nil of a code whose payload is known or reported as bytes only, or not at all.
        public var text: String?
        /// Who reported it; nil of a code that was missed.
        public var engine: String?
    }

    /// What one engine's reports came to; a report is of the engine whose reading stands.
    public struct Engine: Sendable, Hashable, Encodable {
        /// Codes that it read.
        public var read = 0
        /// Codes that it reported and that are not there.
        public var misread = 0
        /// Faces that it found.
        public var found = 0
        /// Faces that it reported and that are not there.
        public var falseFaces = 0
    }

    /// The picture's path below the folder that is evaluated.
    public var picture: String
    /// The folder it lies in, below that one.
    public var folder: String
    /// Codes that should be read.
    public var codes = 0
    /// How many of them were.
    public var read = 0
    /// Those that were not.
    public var missed: [Code] = []
    /// Codes that were reported and are not there.
    public var misread: [Code] = []
    /// Codes that were reported once more.
    public var duplicates = 0
    /// Faces that should be found.
    public var faces = 0
    /// How many of them were.
    public var found = 0
    /// Faces that were reported and are not there.
    public var falseFaces = 0
    /// Degrees, 0…180, by which the roll of found faces is off, where it is known.
    public var rollErrors: [Double] = []
    /// The same of yaw.
    public var yawErrors: [Double] = []
    /// What the engines' reports came to, by their names in records.
    public var engines: [String: Engine] = [:]
    /// Milliseconds of processor time that reading and searching it took, where they were measured; nil elsewhere.
    public var milliseconds: Double?
    /// Why it could not be searched, if it could not; nil if it was.
    public var error: String?

    /// Judges what was reported of a picture.
    ///
    /// - Parameters:
    ///   - report: What was reported; nil counts as nothing.
    ///   - picture: What is there. Of what it does not know, codes or faces, nothing is judged.
    ///   - isLenient: Whether what differs only in how readers write it counts as read: see `docs/evaluation.md`.
    public init(on report: ReportedPicture?, of picture: TruePicture, isLenient: Bool = false) {
        self.picture = picture.path
        folder = picture.folder
        error = report?.error
        milliseconds = report?.processorTime.map { $0 / .milliseconds(1) }
        if let codes = picture.codes { judge(report?.codes ?? [], codes, of: picture, isLenient: isLenient) }
        if picture.faces != nil { judge(report?.faces ?? [], of: picture) }
    }

    private mutating func judge(
        _ reports: [ReportedPicture.Code], _ codes: [TruePicture.Code], of picture: TruePicture,
        isLenient: Bool
    ) {
        let verdict = CodeJudge(forms: CodeForms(isLenient: isLenient)).verdict(on: reports, of: picture)
        self.codes = codes.count
        read = verdict.read.count
        missed = verdict.missed.map { Code(type: codes[$0].type, text: codes[$0].text) }
        misread = verdict.misread.map {
            Code(type: reports[$0].type, text: reports[$0].text, engine: reports[$0].engine)
        }
        duplicates = verdict.duplicates
        for (_, report) in verdict.read { engines[reports[report].engine, default: Engine()].read += 1 }
        for report in verdict.misread { engines[reports[report].engine, default: Engine()].misread += 1 }
    }

    private mutating func judge(_ reports: [ReportedPicture.Face], of picture: TruePicture) {
        let verdict = FaceJudge().verdict(on: reports, of: picture)
        faces = picture.faces?.count ?? 0
        found = verdict.found.count
        falseFaces = verdict.wrong.count
        rollErrors = verdict.rollErrors
        yawErrors = verdict.yawErrors
        for report in verdict.found { engines[reports[report].engine, default: Engine()].found += 1 }
        for report in verdict.wrong { engines[reports[report].engine, default: Engine()].falseFaces += 1 }
    }

    /// One JSON object and a line feed.
    public var line: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }
}
