/// The zones of several sources.
public struct ZoneSet: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// Those of every source that is not in ``bySource``.
    public var common: [Zone]
    /// All that a source has which has others, by its name.
    public var bySource: [String: [Zone]]
    /// Whether objects are said to be in zones at all, also where there are none yet.
    public var isUsed: Bool

    /// Makes a set.
    ///
    /// - Parameters:
    ///   - common: As ``common``, default none.
    ///   - bySource: As ``bySource``, default none.
    ///   - isUsed: As ``isUsed``; default nil for whether there is any zone.
    public init(common: [Zone] = [], bySource: [String: [Zone]] = [:], isUsed: Bool? = nil) {
        self.common = common
        self.bySource = bySource
        self.isUsed = isUsed ?? (!common.isEmpty || bySource.values.contains { !$0.isEmpty })
    }

    /// Makes a set of zones that every source has.
    public init(arrayLiteral zones: Zone...) { self.init(common: zones) }

    /// The zones of a source.
    public func zones(of source: String) -> [Zone] { bySource[source] ?? common }
}
