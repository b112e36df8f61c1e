extension NetworkAddress {
    /// An address of anybody's, right or wrong, without a user's name and without passwords, as a message may show it.
    package static func shown(_ text: String) -> String {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return Substring(text).withoutPasswords }
        let authority = parts[1].prefix { $0 != "/" && $0 != "?" }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return "\(parts[0])://\(place)\(parts[1][authority.endIndex...].withoutPasswords)"
    }
}

extension Substring {
    /// How names end under which cameras want a password.
    private static let passwordEndings = ["password", "passwd", "pass", "pwd", "psw", "pas", "pw"]

    /// What a camera is asked for, path and query, with *** for the passwords in it.
    ///
    /// Cameras have their own ways of writing `name=value` one after the other: behind `?`, and with `/`, `&`, `;` or `_` between them.
    /// All but `&`, and the marks of a path, may also stand in a password: it ends there only where another name and value follow.
    var withoutPasswords: String {
        var shown = ""
        var (isHiding, isPath) = (false, true)
        var rest = self
        while let first = rest.first {
            let mark = rest.prefix(first.isItemMark ? 1 : 0)
            let item = rest[mark.endIndex...].prefix { !$0.isItemMark }
            rest = rest[item.endIndex...]
            if item.isNameAndValue || mark == "&" || isPath && "/?".contains(mark) { isHiding = false }
            if mark == "?" { isPath = false }
            if isHiding { continue }
            isHiding = item.isOfPassword
            shown += isHiding ? "\(mark)\(item.prefix { $0 != "=" })=***" : "\(mark)\(item)"
        }
        return shown
    }

    /// Whether it is surely `name=value`, and no rest of a password: those may end with =, as Base64 does.
    private var isNameAndValue: Bool {
        let name = prefix { $0 != "=" }
        let value = self[name.endIndex...].dropFirst()
        return !name.isEmpty && !value.isEmpty && value.first != "="
            && name.allSatisfy { $0.isLetter || $0.isNumber || "%-.".contains($0) }
    }

    /// Whether it is a password and its name, which the camera reads with `%70` and the like as what they stand for.
    private var isOfPassword: Bool {
        let name = prefix { $0 != "=" }
        guard name.endIndex != endIndex else { return false }
        let read = (name.percentDecoded ?? String(name)).lowercased()
        return Self.passwordEndings.contains { read.hasSuffix($0) }
    }
}

extension Character {
    /// Whether a name may begin behind it.
    fileprivate var isItemMark: Bool { "/?&;_".contains(self) }
}
