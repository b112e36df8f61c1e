import MetadataOutput

/// A linear symbol's type and characters in one form, whichever engine read them.
enum LinearContent {
    /// ITF-14 for 14 digits with a right check digit, else interleaved 2 of 5.
    static func type(ofInterleaved digits: [UInt8]) -> MetadataObjectType {
        digits.count == 14 && hasGS1CheckDigit(digits) ? .itf14 : .interleaved2of5
    }

    /// Whether the last digit makes the weighted sum (3 and 1 in turn from the right) a multiple of ten.
    static func hasGS1CheckDigit(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return false }
            sum += Int(digit - UInt8(ascii: "0")) * (index.isMultiple(of: 2) ? 1 : 3)
        }
        return sum.isMultiple(of: 10)
    }
}
