/// What has come of the pictures of a run so far.
public struct RunCounts: Sendable, Hashable {
    /// Pictures that are done, failed ones among them.
    public var done = 0
    /// Objects found.
    public var found = 0
    /// Pictures with at least one object.
    public var hits = 0
    /// Pictures that could not be searched, or on which an engine failed.
    public var failed = 0

    /// Of a run that begins.
    public init() {}

    /// Takes one more picture into account.
    ///
    /// - Parameters:
    ///   - objects: How many were found in it.
    ///   - hasFailed: Whether it could not be searched, or an engine failed on it.
    public mutating func count(objects: Int, hasFailed: Bool) {
        done += 1
        found += objects
        if objects > 0 { hits += 1 }
        if hasFailed { failed += 1 }
    }
}
