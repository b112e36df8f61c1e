/// Paths are taken apart by their bytes, as the system takes them: to Swift's strings the slash of `folder/\u{301}.png` and the mark
/// behind it are one character, which is no slash, and two names are equal that only look the same.
extension BidirectionalCollection<UInt8> {
    /// Where a path's last name begins: behind the last slash.
    package var nameStart: Index { lastIndex(of: UInt8(ascii: "/")).map { index(after: $0) } ?? startIndex }

    /// Where the extension of a path's last name begins, with its dot; the end of a name that has none, such as `.hidden`.
    package var extensionStart: Index {
        let name = nameStart
        guard let dot = self[name...].lastIndex(of: UInt8(ascii: ".")), dot != name else { return endIndex }
        return dot
    }

    /// Whether these are its last bytes.
    package func ends(with end: some BidirectionalCollection<UInt8>) -> Bool {
        reversed().starts(with: end.reversed())
    }
}

extension String {
    /// Whether it is a path from the root.
    package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

    /// The path of a folder with a slash at its end, behind which a name may follow.
    package var folderPath: String { utf8.last == UInt8(ascii: "/") ? self : self + "/" }

    /// Whether these are its first bytes.
    package func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    /// What follows these first bytes; nil where others are the first.
    package func rest(behind start: String) -> String? {
        begins(with: start) ? String(Substring(utf8.dropFirst(start.utf8.count))) : nil
    }
}
