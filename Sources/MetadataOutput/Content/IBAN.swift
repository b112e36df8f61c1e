/// International bank account numbers (ISO 13616).
enum IBAN {
    /// Whether it is a country, two check digits and up to 30 letters or digits, and they leave 1 when divided by 97.
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (15...34).contains(bytes.count), bytes.prefix(2).allSatisfy(\.isUppercase),
            bytes.dropFirst(2).prefix(2).isDigits, bytes.allSatisfy({ $0.isDigit || $0.isUppercase })
        else { return false }
        return (bytes.dropFirst(4) + bytes.prefix(4)).reduce(0) { rest, byte in
            // A letter stands for two digits, 10…35.
            byte.isDigit
                ? (rest * 10 + Int(byte - UInt8(ascii: "0"))) % 97
                : (rest * 100 + Int(byte - UInt8(ascii: "A")) + 10) % 97
        } == 1
    }
}
