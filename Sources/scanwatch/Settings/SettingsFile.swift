import Foundation
import Yams

/// A YAML file of settings: a mapping of options' long names to texts or lists of texts, or, for options that describe
/// things by name, to a mapping of names to their properties.
///
/// The only file that imports Yams; nothing of it runs unless a file is named.
struct SettingsFile {
    /// Keys and values with their lines, from 1, in order.
    private(set) var entries: [(key: String, value: Setting.Value, line: Int)] = []
    /// The file's name, for messages.
    let name: String

    /// A file of settings is written by hand; more than this is something else.
    private static let mostBytes = 1 << 20
    /// Aliases may make so much of a shorter file.
    private static let usualBytes = 1 << 16

    /// - Parameter path: the file's name in bytes, as ``RawArguments`` has them.
    /// - Throws: ``SettingError`` if it cannot be read or is not such a file.
    init(path: [UInt8]) throws(SettingError) {
        let name = String(decoding: path, as: UTF8.self)
        self.name = name
        let bytes = try Self.read(path, name: name)
        // Some editors put a mark before the first line, which Yams takes for a part of the first key.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = String(
            validating: bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...], as: UTF8.self)
        guard let text else { throw SettingError("\(name): the file is not UTF-8") }
        guard let root = try Self.compose(text, name: name) else { return }
        var room = max(Self.usualBytes, bytes.count)
        guard Self.fits(root, in: &room, depth: 16) else {
            throw SettingError("\(name): it says too much, by aliases that repeat what stands elsewhere")
        }
        guard case .mapping(let mapping) = root else {
            throw SettingError("\(name): expected options with values, such as 'types: qr'")
        }
        for (key, value) in mapping {
            let line = key.mark?.line ?? 1
            guard case .scalar(let scalar) = key else {
                throw SettingError("\(name):\(line): a key must be the name of an option")
            }
            let place = "\(name):\(line): \(scalar.string)"
            entries.append((scalar.string, try Self.value(of: value, place: place), line))
        }
    }

    /// Whether a node says no more than a file could that has no aliases: with some, a short one can say what no memory holds.
    private static func fits(_ node: Node, in room: inout Int, depth: Int) -> Bool {
        room -= 1 + (node.scalar?.string.utf8.count ?? 0)
        guard room >= 0, depth > 0 else { return false }
        for part in node.sequence ?? [] where !fits(part, in: &room, depth: depth - 1) { return false }
        for (key, value) in node.mapping ?? [:]
        where !fits(key, in: &room, depth: depth - 1) || !fits(value, in: &room, depth: depth - 1) {
            return false
        }
        return true
    }

    private static func value(of node: Node, place: String) throws(SettingError) -> Setting.Value {
        switch node {
        case .scalar(let scalar): return .text(try text(of: scalar, place: place))
        case .sequence(let items):
            var texts: [String] = []
            for item in items {
                guard case .scalar(let scalar) = item else {
                    throw SettingError("\(place): expected a list of texts")
                }
                texts.append(try text(of: scalar, place: place))
            }
            return .list(texts)
        case .mapping(let things) where things.values.allSatisfy({ $0.mapping != nil }):
            return .list(
                try things.map { (name, thing) throws(SettingError) in
                    try Self.thing(name, thing, place: place)
                })
        default: throw SettingError("\(place): expected a text or a list of texts")
        }
    }

    /// What a thing that has a name is, as an option takes it: `name=key:value,key:value`.
    private static func thing(_ name: Node, _ thing: Node, place: String) throws(SettingError) -> String {
        guard case .scalar(let name) = name, case .mapping(let properties) = thing else {
            throw SettingError("\(place): expected names with properties")
        }
        var texts: [String] = []
        for (key, value) in properties {
            guard case .scalar(let key) = key, case .scalar(let value) = value else {
                throw SettingError("\(place): \(name.string): expected properties with texts")
            }
            texts.append("\(key.string):\(try text(of: value, place: "\(place): \(name.string)"))")
        }
        return "\(try text(of: name, place: place))=\(texts.joined(separator: ","))"
    }

    private static func text(of scalar: Node.Scalar, place: String) throws(SettingError) -> String {
        if scalar.style == .plain, ["", "~", "null"].contains(scalar.string) {
            throw SettingError("\(place): the value is missing")
        }
        return RawArguments.string(of: Array(scalar.string.utf8))
    }

    private static func compose(_ text: String, name: String) throws(SettingError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _)
        {
            throw SettingError("\(name):\(mark.line): \(problem)")
        } catch YamlError.reader(let problem, _, _, _) {
            throw SettingError("\(name): \(problem)")
        } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
            throw SettingError(
                "\(name):\(context.mark.line): \(keys.joined(separator: ", ")): given twice")
        } catch {
            throw SettingError("\(name): \(error)")
        }
    }

    private static func read(_ path: [UInt8], name: String) throws(SettingError) -> [UInt8] {
        let file = path.withUnsafeBytes { bytes in
            fopen(Array(bytes + [0]).map { CChar(bitPattern: $0) }, "re")
        }
        guard let file else { throw SettingError("\(name): \(String(cString: strerror(errno)))") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { throw SettingError("\(name): \(String(cString: strerror(errno)))") }
        guard count <= mostBytes else {
            throw SettingError("\(name): the file is too large for a settings file")
        }
        return Array(bytes.prefix(count))
    }
}
