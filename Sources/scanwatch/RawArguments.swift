import Workers

/// Command-line arguments whose bytes survive the way through ArgumentParser.
///
/// Paths are bytes and need not be UTF-8, but ArgumentParser takes strings, in which other bytes become U+FFFD.
/// Bytes that are not UTF-8 are therefore written as characters of a private-use plane, one a byte; such
/// characters in an argument are written in the same way, so that every argument comes back as it was.
enum RawArguments {
    /// U+10FF00 stands for byte 0, and so on.
    private static let base: UInt32 = 0x10FF00

    /// The arguments of this process without the tool's own name.
    static var ofThisProcess: [String] {
        let arguments = ProcessArguments.words
        return withMeshFlag(
            (1..<max(1, ProcessArguments.count)).compactMap { index in
                arguments[index].map { pointer in
                    string(of: Array(UnsafeRawBufferPointer(start: pointer, count: length(of: pointer))))
                }
            })
    }

    /// `--landmarks mesh` and `--landmarks=mesh` as the one flag that they are: ArgumentParser knows no flag that may be
    /// followed by a word, and would take any path behind it for that word. A file of that name is `./mesh`.
    static func withMeshFlag(_ arguments: [String]) -> [String] {
        var rest = arguments[...]
        var made: [String] = []
        while let argument = rest.popFirst() {
            if argument == "--" { return made + [argument] + rest }
            let isMesh = argument == "--landmarks" && rest.first == "mesh"
            if isMesh { rest.removeFirst() }
            made.append(isMesh || argument == "--landmarks=mesh" ? "--landmarks-mesh" : argument)
        }
        return made
    }

    /// The first argument that is an option with an empty value, as `--face-model=` is: ArgumentParser would take the next
    /// argument for the value, and a picture would not be searched.
    static func emptyValue(in arguments: [String]) -> String? {
        arguments.prefix { $0 != "--" }.first { argument in
            let bytes = argument.utf8
            return bytes.starts(with: "--".utf8)
                && bytes.firstIndex(of: UInt8(ascii: "=")) == bytes.indices.last
                && bytes.count > 3
        }
    }

    /// A string that ``bytes(of:)`` turns back into `bytes`; the text itself where it is plain UTF-8.
    static func string(of bytes: [UInt8]) -> String {
        var string = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
            let (scalar, length) = firstScalar(of: rest)
            if let scalar, !isStandIn(scalar) {
                string.append(scalar)
            } else {
                string.append(contentsOf: rest.prefix(length).compactMap(standIn(for:)))
            }
            rest = rest.dropFirst(length)
        }
        return String(string)
    }

    /// The bytes of an argument.
    static func bytes(of string: String) -> [UInt8] {
        string.unicodeScalars.flatMap { scalar in
            isStandIn(scalar) ? [UInt8(truncatingIfNeeded: scalar.value - base)] : Array(String(scalar).utf8)
        }
    }

    /// The first character and its length in bytes; nil and 1 where the bytes begin with none.
    private static func firstScalar(of bytes: ArraySlice<UInt8>) -> (Unicode.Scalar?, Int) {
        for length in 1...min(4, bytes.count) {
            if let text = String(validating: bytes.prefix(length), as: UTF8.self) {
                return (text.unicodeScalars.first, length)
            }
        }
        return (nil, 1)
    }

    private static func standIn(for byte: UInt8) -> Unicode.Scalar? { Unicode.Scalar(base + UInt32(byte)) }

    private static func isStandIn(_ scalar: Unicode.Scalar) -> Bool {
        (base...(base + 0xFF)).contains(scalar.value)
    }

    private static func length(of pointer: UnsafePointer<CChar>) -> Int {
        var length = 0
        while pointer[length] != 0 { length += 1 }
        return length
    }
}
