/// What an observer of a property is told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Makes options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The new value.
    public static let new = Self(rawValue: 1)
    /// The value before.
    public static let old = Self(rawValue: 2)
    /// The value at once, before anything has changed.
    public static let initial = Self(rawValue: 4)
    /// A word before each change. What a camera changes is known afterwards only, so both words come then.
    public static let prior = Self(rawValue: 8)
}

/// How a property changed.
public enum NSKeyValueChange: UInt, Sendable {
    /// It has another value.
    case setting = 1
    /// Something was put into a collection. Not told here: a collection is set as a whole.
    case insertion = 2
    /// Something was taken out of a collection. Not told here.
    case removal = 3
    /// Something in a collection was replaced. Not told here.
    case replacement = 4
}

/// One change of a property.
public struct NSKeyValueObservedChange<Value> {
    /// The kind of change.
    public typealias Kind = NSKeyValueChange

    /// How it changed.
    public let kind: Kind
    /// The value now, if `.new` was asked for.
    public let newValue: Value?
    /// The value before, if `.old` was asked for.
    public let oldValue: Value?
    /// Nil: collections are set as a whole.
    public let indexes: IndexSet?
    /// Whether this is the word before a change.
    public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
