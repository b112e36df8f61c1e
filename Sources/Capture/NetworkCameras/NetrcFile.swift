import Foundation
import Glibc
public import MetadataOutput

/// Names and passwords for machines, in the form that ftp and curl know: `machine 10.0.0.5 login admin password secret`.
public struct NetrcFile: Sendable {
    /// Where it is.
    public let path: String

    /// Most bytes of it.
    private static let mostBytes = 1 << 20

    /// Names a file, which is read each time that somebody asks.
    public init(path: String) {
        self.path = path
    }

    /// The user's own, `~/.netrc`; nil for a user without a home.
    public static var standard: NetrcFile? {
        getenv("HOME").map { NetrcFile(path: "\(String(cString: $0))/.netrc") }
    }

    /// Whether it is there.
    var exists: Bool { access(path, F_OK) == 0 }

    /// What a machine is told.
    ///
    /// - Parameters:
    ///   - host: The machine.
    ///   - user: Whose password is asked for; nil for the first that there is.
    /// - Returns: Nil if the file says nothing of this machine or this user.
    /// - Throws: ``CaptureError`` if others could read the file, or it cannot be read.
    public func credentials(
        for host: String, user: String? = nil
    ) throws(CaptureError) -> NetworkCredentials? {
        Self.credentials(in: try contents(), for: host, user: user)
    }

    private func contents() throws(CaptureError) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw refused(String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw refused("it is no file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw refused("others could read the passwords in it; chmod 600 keeps it to you")
        }
        guard status.st_size <= Self.mostBytes else { throw refused("it is too large") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = read(file, &bytes, bytes.count)
        guard count >= 0 else { throw refused(String(cString: strerror(errno))) }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    private func refused(_ reason: String) -> CaptureError {
        CaptureError(
            .applicationIsNotAuthorizedToUseDevice, "the passwords in \(path) are not used: \(reason)")
    }

    /// Reads the words of such a file; `default` is for machines that it does not name, and macros are passed over.
    static func credentials(in text: String, for host: String, user: String?) -> NetworkCredentials? {
        var words = NetrcWords(text)
        var entry: (isMeant: Bool, login: String?, password: String?) = (false, nil, nil)
        func found() -> NetworkCredentials? {
            guard entry.isMeant, let password = entry.password, let login = entry.login ?? user,
                user == nil || user == login
            else { return nil }
            return NetworkCredentials(user: login, password: password)
        }
        while let word = words.nextKey() {
            switch word {
            case "machine", "default":
                if let found = found() { return found }
                let isMeant = word == "default" || words.next()?.lowercased() == host.lowercased()
                entry = (isMeant, nil, nil)
            case "login": entry.login = words.next()
            case "password": entry.password = words.next()
            case "account": _ = words.next()
            case "macdef": words.skipMacro()
            default: break
            }
        }
        return found()
    }
}

/// The words of a netrc file: without blanks, or in quotation marks, in which \ stands before a mark that is meant. A comment begins
/// with # where a line does, or where no value stands: passwords may begin so.
private struct NetrcWords {
    private var rest: Substring

    init(_ text: String) {
        rest = Substring(text)
    }

    /// The next word that is no value.
    mutating func nextKey() -> String? { word(afterComments: true) }

    /// The next word as a value.
    mutating func next() -> String? { word(afterComments: false) }

    private mutating func word(afterComments: Bool) -> String? {
        let blanks = rest.prefix(while: \.isWhitespace)
        rest = rest[blanks.endIndex...]
        guard let first = rest.first else { return nil }
        if first == "#", afterComments || blanks.contains(where: \.isNewline) {
            rest = rest.drop { !$0.isNewline }
            return word(afterComments: afterComments)
        }
        guard first == "\"" else {
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            return String(word)
        }
        rest = rest.dropFirst()
        var word = ""
        while let character = rest.popFirst(), character != "\"" {
            word.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        return word
    }

    /// Passes over a macro, which ends with an empty line.
    mutating func skipMacro() {
        let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.dropFirst().firstIndex { $0.allSatisfy(\.isWhitespace) }
        rest = end.map { rest[lines[$0].startIndex...] } ?? ""
    }
}
