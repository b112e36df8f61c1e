public import Foundation

/// What can be wrong with what is asked of a metadata output.
public enum MetadataOutputError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Some of the types asked for are not available.
    case unsupportedTypes(Set<MetadataObjectType>)
    /// The rectangle is empty, not finite, or not within 0…1.
    case invalidRectOfInterest(CGRect)

    /// One line for a person.
    public var description: String {
        switch self {
        case .unsupportedTypes(let types):
            "unsupported metadata object types: \(types.map(\.name).sorted().joined(separator: ", "))"
        case .invalidRectOfInterest(let rect):
            "the region of interest must lie within 0…1 and must not be empty; it is "
                + "\(rect.minX),\(rect.minY),\(rect.width),\(rect.height)"
        }
    }
}
