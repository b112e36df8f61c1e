/// Percent-encoding as RFC 3986 has it.
enum PercentEncoding {
    /// The text, or nil where a percent sign stands without two digits or the bytes are no UTF-8.
    static func text(of bytes: ArraySlice<UInt8>) -> String? {
        bytes.decoded(after: UInt8(ascii: "%")).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// The fields of a query, `name=value&name=value`; nil where one is not encoded as it should be, or there are too
    /// many. A name without a value has an empty one.
    static func query(_ bytes: ArraySlice<UInt8>) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for part in bytes.parts(at: UInt8(ascii: "&")) where !part.isEmpty {
            let (head, tail) = part.divided(at: UInt8(ascii: "="))
            guard let name = text(of: head), let value = text(of: tail ?? []),
                fields.count < StructuredContent.mostFields
            else { return nil }
            fields.append((name, value))
        }
        return fields
    }
}
