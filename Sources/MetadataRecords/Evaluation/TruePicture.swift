public import Foundation
import MetadataOutput

/// What is known to be in a picture, and what of it counts.
public struct TruePicture: Sendable, Hashable {
    /// A code that is there. With neither text nor bytes nor ``partOf``, whatever is read at its place counts.
    public struct Code: Sendable, Hashable {
        /// The type's name in records.
        public var type: String
        /// Its payload as text; nil where it is not known as such.
        public var text: String?
        /// Its payload as bytes; nil where they are not known.
        public var bytes: [UInt8]?
        /// A text of which any piece counts; nil for none.
        public var partOf: String?
        /// Other texts that count as well; default none.
        public var alternatives: [String] = []
        /// An EAN-2 or EAN-5 symbol beside it, which may be reported or not; nil if there is none.
        public var addOn: String?
        /// Space: pixels of the upright picture. Nil where its place is not known.
        public var corners: [CGPoint]?

        /// Whether it is only known to be there.
        var isUnread: Bool { text == nil && bytes == nil && partOf == nil }
    }

    /// A face that is there.
    public struct Face: Sendable, Hashable {
        /// Space: pixels of the upright picture. From the brow to the chin.
        public var box: CGRect
        /// Degrees as in records; nil where it is not known.
        public var rollAngle: Double?
        /// Degrees as in records; nil where it is not known.
        public var yawAngle: Double?
    }

    /// The picture's path below the folder that is evaluated.
    public var path: String
    /// Pixels of the upright picture.
    public var size: CGSize
    /// The codes that should be read; nil where nothing is known of codes.
    public var codes: [Code]?
    /// Codes that are there and need not be read; default none.
    public var optionalCodes: [Code] = []
    /// Whether no code is there, so that whatever is read is a misreading; default false.
    public var isNegative = false
    /// Whether more codes may be visible than are known; default false.
    public var isIncomplete = false
    /// The faces that should be found; nil where nothing is known of faces.
    public var faces: [Face]?
    /// Space: pixels of the upright picture. Boxes of faces that may be found or not; default none.
    public var ignoredBoxes: [CGRect] = []

    /// The bytes of its path, by which files are told apart: to Swift's strings two of them may be equal.
    public var pathBytes: [UInt8] { Array(path.utf8) }

    /// The folder it lies in, below the one that is evaluated; `.` for that itself.
    public var folder: String {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).dropLast().map { Substring($0) }
        return names.isEmpty ? "." : names.joined(separator: "/")
    }

    /// Names of its codes' types that no type has.
    var unknownTypes: Set<String> {
        Set(((codes ?? []) + optionalCodes).map(\.type)).filter { MetadataObjectType(name: $0) == nil }
    }

    /// The same for a search of certain types, by their names in records: codes of others need not be read. Nil where
    /// nothing remains.
    public func limited(to types: Set<String>) -> TruePicture? {
        var picture = self
        if !types.contains("face") { picture.faces = nil }
        if types.subtracting(["face"]).isEmpty { picture.codes = nil }
        picture.codes = picture.codes?.filter { types.contains($0.type) }
        picture.optionalCodes += (codes ?? []).filter { !types.contains($0.type) }
        return picture.codes == nil && picture.faces == nil ? nil : picture
    }
}
