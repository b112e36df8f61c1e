/// The entity tags of an `If-Match` or `If-None-Match` (RFC 9110, 13.1): any, or a list of versions, some of them weak.
struct EntityTags {
    /// Whether any version is meant: `*`.
    let isAny: Bool
    /// The versions without their quotes.
    private let strong: [Substring]
    private let weak: [Substring]

    /// Reads the fields of one name; nil if there are none, or they are not such a list.
    init?(_ fields: [String]) {
        guard !fields.isEmpty else { return nil }
        var (strong, weak): ([Substring], [Substring]) = ([], [])
        var rest = fields.joined(separator: ",")[...]
        isAny = rest.trimmed == "*"
        while !isAny {
            rest = rest.drop { $0 == "," || $0.isBlank }
            guard !rest.isEmpty else { break }
            let isWeak = rest.hasPrefix("W/")
            if isWeak { rest = rest.dropFirst(2) }
            // A tag may have commas, and nothing in it is escaped.
            guard rest.popFirst() == "\"", let end = rest.firstIndex(of: "\"") else { return nil }
            if isWeak { weak.append(rest[..<end]) } else { strong.append(rest[..<end]) }
            rest = rest[end...].dropFirst().drop(while: \.isBlank)
            guard rest.isEmpty || rest.first == "," else { return nil }
        }
        guard isAny || !(strong + weak).isEmpty else { return nil }
        (self.strong, self.weak) = (strong, weak)
    }

    /// The version that a change is to be made to: the one that there is, if it is among them, else one that there is not; nil where
    /// no strong one is named, for weak ones never match here.
    func changed(from current: String) -> String? {
        (strong.first { $0 == current } ?? strong.first).map(String.init)
    }

    /// Whether whoever asks has a version already; that it is weak does not matter here.
    func includes(_ version: String) -> Bool {
        isAny || strong.contains { $0 == version } || weak.contains { $0 == version }
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isBlank)
        while rest.last?.isBlank == true { rest.removeLast() }
        return rest
    }
}
