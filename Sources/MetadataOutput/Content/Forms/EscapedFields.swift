/// Fields as NTT DoCoMo's formats have them, and Wi-Fi's after them: `NAME:value;NAME:value;;`, with a backslash before
/// characters of values that would end them.
struct EscapedFields {
    private var fields: [(name: String, value: ArraySlice<UInt8>)] = []

    /// Nil where a field has no name or no end, or there are none or too many.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.trimmedEnd
        while let first = rest.first, first != Self.end {
            guard let colon = rest.prefix(16).firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = rest[..<colon]
            guard !name.isEmpty, name.allSatisfy({ $0.isUppercase || $0.isDigit || $0 == UInt8(ascii: "-") }),
                let end = Self.firstBare(Self.end, in: rest[(colon + 1)...]),
                fields.count < StructuredContent.mostFields
            else { return nil }
            fields.append((name.text, rest[(colon + 1)..<end]))
            rest = rest[(end + 1)...]
        }
        // The second semicolon may be missing, but nothing comes after it.
        guard !fields.isEmpty, rest.count <= 1 else { return nil }
    }

    private static let end = UInt8(ascii: ";")
    private static let escape = UInt8(ascii: "\\")

    /// The first value of that name, unescaped; nil if there is none or it is empty.
    subscript(name: String) -> String? { all(name).first?.nonEmpty }

    /// All values of that name, unescaped.
    func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map { Self.unescaped($0.value).text }
    }

    /// The parts of the first value of that name, between commas that are not escaped.
    func parts(_ name: String) -> [String]? {
        guard var rest = fields.first(where: { $0.name == name })?.value else { return nil }
        var parts: [String] = []
        while let comma = Self.firstBare(UInt8(ascii: ","), in: rest) {
            parts.append(Self.unescaped(rest[..<comma]).text)
            rest = rest[(comma + 1)...]
        }
        return parts + [Self.unescaped(rest).text]
    }

    /// The place of the first that is not escaped.
    private static func firstBare(_ separator: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        var isEscaped = false
        for place in bytes.indices {
            if isEscaped {
                isEscaped = false
            } else if bytes[place] == separator {
                return place
            } else {
                isEscaped = bytes[place] == escape
            }
        }
        return nil
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard bytes.contains(escape) else { return bytes }
        var (result, isEscaped) = ([UInt8](), false)
        for byte in bytes {
            isEscaped = byte == escape && !isEscaped
            if !isEscaped { result.append(byte) }
        }
        return result[...]
    }
}
