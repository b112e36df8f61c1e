import Capture

/// Whose names the keys of metadata are.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// Four characters.
    public let rawValue: String

    /// Makes a key space of four characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// What all of them share.
    public static let common = Self(rawValue: "comn")
    /// QuickTime's metadata.
    public static let quickTimeMetadata = Self(rawValue: "mdta")
}

/// What metadata says, without its key space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The key.
    public let rawValue: String

    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The title.
    public static let commonKeyTitle = Self(rawValue: "title")
    /// What is to be seen.
    public static let commonKeyDescription = Self(rawValue: "description")
    /// Who has made it.
    public static let commonKeyAuthor = Self(rawValue: "author")
    /// Whose it is.
    public static let commonKeyCopyrights = Self(rawValue: "copyrights")
    /// When it was recorded.
    public static let commonKeyCreationDate = Self(rawValue: "creationDate")
    /// Where, in ISO 6709.
    public static let commonKeyLocation = Self(rawValue: "location")
    /// The camera's maker.
    public static let commonKeyMake = Self(rawValue: "make")
    /// The camera's name.
    public static let commonKeyModel = Self(rawValue: "model")
    /// What has recorded it.
    public static let commonKeySoftware = Self(rawValue: "software")
}

/// What metadata says: the key space and the key.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// Both, with a slash between.
    public let rawValue: String

    /// Makes an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The title.
    public static let commonIdentifierTitle = Self(rawValue: "comn/title")
    /// What is to be seen.
    public static let commonIdentifierDescription = Self(rawValue: "comn/description")
    /// Who has made it.
    public static let commonIdentifierAuthor = Self(rawValue: "comn/author")
    /// Whose it is.
    public static let commonIdentifierCopyrights = Self(rawValue: "comn/copyrights")
    /// When it was recorded.
    public static let commonIdentifierCreationDate = Self(rawValue: "comn/creationDate")
    /// Where, in ISO 6709.
    public static let commonIdentifierLocation = Self(rawValue: "comn/location")
    /// The camera's maker.
    public static let commonIdentifierMake = Self(rawValue: "comn/make")
    /// The camera's name.
    public static let commonIdentifierModel = Self(rawValue: "comn/model")
    /// What has recorded it.
    public static let commonIdentifierSoftware = Self(rawValue: "comn/software")
    /// The title.
    public static let quickTimeMetadataTitle = Self(rawValue: "mdta/com.apple.quicktime.title")
    /// What is to be seen.
    public static let quickTimeMetadataDescription = Self(rawValue: "mdta/com.apple.quicktime.description")
    /// Who has made it.
    public static let quickTimeMetadataAuthor = Self(rawValue: "mdta/com.apple.quicktime.author")
    /// Whose it is.
    public static let quickTimeMetadataCopyright = Self(rawValue: "mdta/com.apple.quicktime.copyright")
    /// When it was recorded.
    public static let quickTimeMetadataCreationDate = Self(rawValue: "mdta/com.apple.quicktime.creationdate")
    /// Where, in ISO 6709.
    public static let quickTimeMetadataLocationISO6709 = Self(
        rawValue: "mdta/com.apple.quicktime.location.ISO6709")
    /// The camera's maker.
    public static let quickTimeMetadataMake = Self(rawValue: "mdta/com.apple.quicktime.make")
    /// The camera's name.
    public static let quickTimeMetadataModel = Self(rawValue: "mdta/com.apple.quicktime.model")
    /// What has recorded it.
    public static let quickTimeMetadataSoftware = Self(rawValue: "mdta/com.apple.quicktime.software")

    /// What movies say by it; nil of what they do not say.
    var meaning: MetadataItem.Key? {
        if let key = MetadataItem.Key.allCases.first(where: { rawValue == "comn/\($0.rawValue)" }) {
            return key
        }
        return switch self {
        case .quickTimeMetadataTitle: .title
        case .quickTimeMetadataDescription: .description
        case .quickTimeMetadataAuthor: .author
        case .quickTimeMetadataCopyright: .copyrights
        case .quickTimeMetadataCreationDate: .creationDate
        case .quickTimeMetadataLocationISO6709: .location
        case .quickTimeMetadataMake: .make
        case .quickTimeMetadataModel: .model
        case .quickTimeMetadataSoftware: .software
        default: nil
        }
    }
}
