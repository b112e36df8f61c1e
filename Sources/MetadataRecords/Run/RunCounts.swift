/// What has come of the pictures of a run so far, or of one of its inputs. All counts begin at zero.
public struct RunCounts: Sendable, Hashable {
    /// Pictures, or frames of movies, that are done, failed ones among them.
    public var done = 0
    /// Objects found.
    public var found = 0
    /// Pictures with at least one object.
    public var hits = 0
    /// Pictures that could not be searched, or on which an engine failed.
    public var failed = 0
    /// Whether anybody was told of an object: one that was found may have to be confirmed first.
    public var hasTold = false

    /// Of a run that begins.
    public init() {}

    /// Takes one more picture into account.
    ///
    /// - Parameters:
    ///   - objects: How many were found in it.
    ///   - hasFailed: Whether it could not be searched, or an engine failed on it.
    ///   - isTold: Whether anybody is told of what was found; default true.
    public mutating func count(objects: Int, hasFailed: Bool, isTold: Bool = true) {
        done += 1
        found += objects
        if objects > 0 { hits += 1 }
        if hasFailed { failed += 1 }
        if objects > 0, isTold { hasTold = true }
    }

    /// Takes what came of others into account.
    public mutating func add(_ others: RunCounts) {
        done += others.done
        found += others.found
        hits += others.hits
        failed += others.failed
        hasTold = hasTold || others.hasTold
    }
}
