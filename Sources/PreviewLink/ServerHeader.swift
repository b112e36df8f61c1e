import FoundationEssentials

/// What the server says in a header. Records come beside it, in a field `record` of their own; see `docs/link.md`.
public struct ServerHeader: Codable, Sendable, Hashable {
    /// What a message is.
    public enum Kind: String, Codable, Sendable, Hashable {
        /// The first message: version, boot, cameras.
        case hello
        /// The cameras, when something of them has changed.
        case cameras
        /// A frame, its record and its picture.
        case frame
        /// An event of an object; `record` is a line as `EventRecord` is written.
        case event
        /// What is to be said of a camera or the run; `record` is a status.
        case status
        /// Events were lost to this client.
        case gap
        /// A camera's counts, twice a second.
        case pulse
        /// The answer to a control.
        case answer
        /// What a later version says; to be passed over.
        case unknown

        /// Reads a kind.
        public init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
        }
    }

    /// The picture in the body.
    public struct Picture: Codable, Sendable, Hashable {
        /// Such as `image/jpeg`.
        public var mediaType: String
        /// In pixels.
        public var width: Int
        /// In pixels.
        public var height: Int

        /// Makes a picture.
        public init(mediaType: String, width: Int, height: Int) {
            self.mediaType = mediaType
            self.width = width
            self.height = height
        }
    }

    /// What it is.
    public var kind: Kind
    /// Of `hello`: the link's version, 1.
    public var version: Int?
    /// Of `hello`, events and gaps: the run of scanwatch in which their numbers hold.
    public var boot: String?
    /// Of events and statuses: their number, from 1 without holes; of `hello`, the number of the last one.
    public var seq: Int?
    /// Of `gap`: the first number that is lost.
    public var from: Int?
    /// Of `gap`: the last number that is lost; before `from` if the client knows another boot, of which nothing is left.
    public var to: Int?
    /// Of `hello` and `cameras`: all of them.
    public var cameras: [LinkCamera]?
    /// Of `cameras` from scanwatch-web to a page: what the page may do.
    public var role: LinkControl.Role?
    /// Which camera it is about.
    public var camera: Int?
    /// When the frame was taken, by the wall clock, in milliseconds since 1970; of `pulse`, the last frame.
    public var captured: Int64?
    /// Of frames: what the body is; nil if it is empty.
    public var picture: Picture?
    /// Of frames: ids of objects that were not seen in this frame but moved along with the picture.
    public var held: [Int]?
    /// Of `pulse`: frames searched since the start.
    public var frames: Int?
    /// Of `pulse`: frames lost since the start.
    public var drops: Int?
    /// Of `pulse`: processor time that its frames took since the start, in milliseconds.
    public var processor: Int?
    /// Of `pulse`: for how long the camera's pictures have been the same to the byte, in milliseconds; 0 as long as they change.
    public var unchanged: Int?
    /// Of `pulse`: the time from one frame to the next in milliseconds, as the camera is known to give them; nil where nothing is
    /// known.
    public var interval: Int?
    /// Of `answer`: the control's own number.
    public var id: Int?
    /// Of `answer`: why the control was refused; nil if it was done.
    public var error: String?
    /// Of `answer`: whether it was refused because what it was to change is something else by now.
    public var conflict: Bool?
    /// Of `answer`: whether it was refused because it asks for something that there cannot be.
    public var invalid: Bool?

    /// Makes a header that says no more than what it is.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// Reads a header; fields that are not known are passed over. A kind that is not known is ``Kind/unknown``.
    ///
    /// - Throws: ``LinkError``
    public init(json: [UInt8]) throws(LinkError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json))
        } catch {
            throw LinkError("a header that cannot be understood")
        }
    }

    /// The message with a record, which must be a JSON object, and a body.
    public func message(record: [UInt8]? = nil, body: [UInt8] = []) -> LinkMessage {
        var header = JSON.bytes(of: self)
        if let record {
            header.removeLast()
            header += Array(#","record":"#.utf8) + record + [UInt8(ascii: "}")]
        }
        return LinkMessage(header: header, body: body)
    }
}

/// Values in JSON, always in the same order.
enum JSON {
    static func bytes(of value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What is encoded here are texts and finite numbers, which cannot fail.
        return (try? encoder.encode(value)).map(Array.init) ?? Array("{}".utf8)
    }
}
