import Capture
public import Foundation
import Synchronization

/// Something that a file says of itself as a whole, such as a movie's title.
open class AVMetadataItem: AVObject, @unchecked Sendable {
    enum Value {
        case text(String)
        case date(Date)

        /// Nil of what is neither, nor Foundation's class of one.
        init?(_ value: Any?) {
            switch value {
            case let text as String: self = .text(text)
            case let text as NSString: self = .text(text.description)
            case let date as Date: self = .date(date)
            case let date as NSDate:
                self = .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
            default: return nil
            }
        }
    }

    struct Content {
        var identifier: AVMetadataIdentifier?
        var value: Value?
        var dataType: String?
    }

    let content = Mutex(Content())

    override init() { super.init() }

    /// What is said: the key space and the key; nil if nobody has said.
    open var identifier: AVMetadataIdentifier? { content.withLock { $0.identifier } }

    /// Whose names the key is one of.
    open var keySpace: AVMetadataKeySpace? {
        identifier?.rawValue.split(separator: "/", maxSplits: 1).first.map { .init(rawValue: String($0)) }
    }

    /// What is said, in the words of the key space.
    open var key: String? {
        identifier.flatMap { identifier in
            let parts = identifier.rawValue.split(separator: "/", maxSplits: 1)
            return parts.count == 2 ? String(parts[1]) : nil
        }
    }

    /// What is said, in the words that all key spaces share; nil of what they do not have.
    open var commonKey: AVMetadataKey? { identifier?.meaning.map { AVMetadataKey(rawValue: $0.rawValue) } }

    /// In which words: a `String` or a `Date`, also where Foundation's class of one was set; nil of other kinds.
    open var value: Any? { stringValue ?? dateValue }
    /// Which kind of value it is; kept, without effect.
    open var dataType: String? { content.withLock { $0.dataType } }
    /// The value as a text; nil of what is none.
    open var stringValue: String? {
        if case .text(let text) = content.withLock(\.value) { text } else { nil }
    }
    /// The value as a date; nil of what is none.
    open var dateValue: Date? {
        if case .date(let date) = content.withLock(\.value) { date } else { nil }
    }

    /// For movies; nil of what they do not say.
    var item: MetadataItem? {
        guard let meaning = identifier?.meaning else { return nil }
        if let text = stringValue { return MetadataItem(meaning, text) }
        return dateValue.map { MetadataItem(meaning, $0) }
    }
}

/// An item of which everything can be set, in any order.
public final class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// Makes an item that says nothing yet.
    public override init() { super.init() }

    /// What is said: the key space and the key.
    public override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set { content.withLock { $0.identifier = newValue } }
    }

    /// Whose names the key is one of; `common` if a key alone was set.
    public override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { setIdentifier(key ?? "", newValue) }
    }

    /// What is said, in the words of the key space.
    public override var key: String? {
        get { super.key }
        set { setIdentifier(newValue ?? "", keySpace) }
    }

    /// In which words: a `String` or a `Date`, also where Foundation's class of one was set; nil of other kinds.
    public override var value: Any? {
        get { super.value }
        set {
            let value = Value(newValue)
            content.withLock { $0.value = value }
        }
    }

    /// Which kind of value it is; kept, without effect.
    public override var dataType: String? {
        get { super.dataType }
        set { content.withLock { $0.dataType = newValue } }
    }

    private func setIdentifier(_ key: String, _ keySpace: AVMetadataKeySpace?) {
        identifier = AVMetadataIdentifier(rawValue: "\((keySpace ?? .common).rawValue)/\(key)")
    }
}
