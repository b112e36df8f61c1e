/// A part of a text's UTF-8. Formats separate their fields by ASCII, so that parts between are UTF-8 too.
extension ArraySlice<UInt8> {
    /// The text.
    var text: String { String(decoding: self, as: UTF8.self) }

    /// Without spaces and tabs at its ends.
    var trimmed: ArraySlice<UInt8> {
        let isText = { (byte: UInt8) in byte != 0x20 && byte != 0x09 }
        guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else { return [] }
        return self[first...last]
    }

    /// Without spaces, tabs and line ends at its end.
    var trimmedEnd: ArraySlice<UInt8> {
        self[
            ..<(lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 }
                ?? startIndex)]
    }

    /// Parts between a separator, empty ones too.
    func parts(at separator: UInt8) -> [ArraySlice<UInt8>] {
        split(separator: separator, omittingEmptySubsequences: false)
    }

    /// What stands before and after the first separator; all and nil where there is none.
    func divided(at separator: UInt8) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>?) {
        guard let place = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<place], self[(place + 1)...])
    }

    /// The bytes, those taken for two hexadecimal digits that stand behind a sign; nil where it stands without.
    func decoded(after sign: UInt8) -> [UInt8]? {
        guard contains(sign) else { return Array(self) }
        var (result, place) = ([UInt8](), startIndex)
        while place < endIndex {
            if self[place] == sign {
                guard place + 2 < endIndex, let high = self[place + 1].hexadecimalValue,
                    let low = self[place + 2].hexadecimalValue
                else { return nil }
                result.append(high << 4 | low)
                place += 3
            } else {
                result.append(self[place])
                place += 1
            }
        }
        return result
    }

    /// Whether all are digits 0…9; true of nothing.
    var isDigits: Bool { allSatisfy(\.isDigit) }

    /// A number of 1 to 9 digits.
    var number: Int? { isDigits && (1...9).contains(count) ? Int(text) : nil }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    var isHexadecimal: Bool { hexadecimalValue != nil }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension String {
    /// Nil instead of an empty text: a field without a value says nothing.
    var nonEmpty: String? { isEmpty ? nil : self }
}
