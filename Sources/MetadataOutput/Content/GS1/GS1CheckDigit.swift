/// The check digit of GS1's numbers: every second digit from the right counts three times, and the sum of all is a multiple
/// of ten (GS1 General Specifications §7.9.1).
package enum GS1CheckDigit {
    /// Whether the bytes are digits, at least two, and the last one is right.
    package static func isRight(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
        var (sum, weight) = (0, 1)
        for digit in digits.reversed() {
            guard digit.isDigit else { return false }
            sum += Int(digit - UInt8(ascii: "0")) * weight
            weight = 4 - weight
        }
        return digits.count >= 2 && sum % 10 == 0
    }
}
