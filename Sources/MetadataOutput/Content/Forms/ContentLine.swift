/// A line of vCard or iCalendar: `group.NAME;PARAMETER=value:value`.
struct ContentLine {
    /// In capitals and without a group.
    let name: String
    /// The value as it stands in the text.
    let value: ArraySlice<UInt8>
    private let parameters: [(name: String, value: String)]
    private let isOfOldForm: Bool

    /// Nil where there is no name or no value, or too many parameters.
    init?(_ bytes: ArraySlice<UInt8>, isOfOldForm: Bool) {
        var parts: [ArraySlice<UInt8>] = []
        var (start, isQuoted) = (bytes.startIndex, false)
        var place = start
        while place < bytes.endIndex, isQuoted || bytes[place] != UInt8(ascii: ":") {
            if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if bytes[place] == UInt8(ascii: ";"), !isQuoted {
                parts.append(bytes[start..<place])
                start = place + 1
            }
            place += 1
        }
        guard place < bytes.endIndex, parts.count < 64 else { return nil }
        parts.append(bytes[start..<place])
        let name = parts[0].parts(at: UInt8(ascii: ".")).last ?? []
        guard !name.isEmpty, name.count <= 64 else { return nil }
        self.name = name.text.uppercased()
        value = bytes[(place + 1)...]
        parameters = parts.dropFirst().map { part in
            let (name, value) = part.divided(at: UInt8(ascii: "="))
            // vCard 2.1 may leave out the parameter's name: of types and encodings.
            let plain = (value ?? name).filter { $0 != UInt8(ascii: "\"") }
            return (value == nil ? "" : name.text.uppercased(), plain[...].text)
        }
        self.isOfOldForm = isOfOldForm
    }

    /// The first parameter of that name, or nil.
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// What kind of number or address it is, in small letters: `home`, `work`, `cell` …; `pref` is the preferred one.
    var types: [String] {
        let values = parameters.filter { $0.name == "TYPE" || $0.name.isEmpty }.flatMap {
            $0.value.utf8.split(separator: UInt8(ascii: ",")).map { Substring($0).lowercased() }
        }
        let types = values.filter {
            $0 != "quoted-printable" && $0 != "base64" && $0 != "8bit" && $0 != "7bit"
        }
        return types + (parameter("PREF") == nil ? [] : ["pref"])
    }

    /// The value, unescaped; nil where it is empty or in an encoding that is no text.
    var text: String? { decoded.flatMap { unescaped($0[...]).nonEmpty } }

    /// The values between separators, unescaped; nil as ``text``.
    func texts(between separator: Character) -> [String]? {
        guard let bytes = decoded, let separator = separator.asciiValue else { return nil }
        var (parts, start, isEscaped) = ([String](), bytes.startIndex, false)
        for place in bytes.indices {
            if isEscaped {
                isEscaped = false
            } else if bytes[place] == separator {
                guard parts.count < StructuredContent.mostFields else { return nil }
                parts.append(unescaped(bytes[start..<place]))
                start = place + 1
            } else {
                isEscaped = bytes[place] == UInt8(ascii: "\\")
            }
        }
        return parts + [unescaped(bytes[start...])]
    }

    /// The value in UTF-8.
    private var decoded: ArraySlice<UInt8>? {
        let encoding =
            parameter("ENCODING")
            ?? parameters.first {
                $0.name.isEmpty && ["QUOTED-PRINTABLE", "BASE64"].contains($0.value.uppercased())
            }?.value
        switch encoding?.uppercased() {
        case nil, "8BIT", "7BIT": return value
        case "QUOTED-PRINTABLE":
            // RFC 2045 §6.7; soft line breaks are removed before.
            guard let bytes = value.decoded(after: UInt8(ascii: "=")),
                let encoding = ECIEncoding(name: parameter("CHARSET") ?? "UTF-8"),
                let text = encoding.text(of: bytes)
            else { return nil }
            return Array(text.utf8)[...]
        default: return nil
        }
    }

    /// vCard 2.1 and vCalendar 1.0 escape the semicolon alone.
    private func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else { return bytes.text }
        var (result, isEscaped) = ([UInt8](), false)
        for byte in bytes {
            if isEscaped {
                if isOfOldForm && byte != UInt8(ascii: ";") { result.append(UInt8(ascii: "\\")) }
                let isLineFeed = !isOfOldForm && byte | 0x20 == UInt8(ascii: "n")
                result.append(isLineFeed ? 0x0A : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        if isEscaped { result.append(UInt8(ascii: "\\")) }
        return result[...].text
    }
}
