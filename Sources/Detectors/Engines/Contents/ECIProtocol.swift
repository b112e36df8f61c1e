import MetadataOutput

/// The transmission of a symbol's content with its interpretations (AIM ECI protocol).
enum ECIProtocol {
    /// Segments of a message: a symbology identifier of three bytes, then the content, in which `\` and six digits
    /// begin a new interpretation and every other `\` is doubled. Nil for an empty message.
    static func segments(of message: [UInt8]) -> [PayloadText.Segment]? {
        guard !message.isEmpty else { return nil }
        let backslash = UInt8(ascii: "\\")
        var segments: [PayloadText.Segment] = []
        var current = PayloadText.Segment(bytes: [])
        var rest = message.dropFirst(message.first == UInt8(ascii: "]") ? 3 : 0)
        while let byte = rest.popFirst() {
            guard byte == backslash else {
                current.bytes.append(byte)
                continue
            }
            if rest.first != backslash, let eci = number(rest.prefix(6)) {
                if !current.bytes.isEmpty { segments.append(current) }
                current = PayloadText.Segment(eci: eci, bytes: [])
                rest = rest.dropFirst(6)
            } else {
                current.bytes.append(backslash)
                if rest.first == backslash { rest = rest.dropFirst() }
            }
        }
        return segments + [current]
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.count == 6, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
