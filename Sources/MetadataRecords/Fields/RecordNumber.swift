/// Numbers as records write them.
enum RecordNumber {
    /// `value` rounded to `places` decimals, without trailing zeros, exponent or negative zero.
    ///
    /// What is no number or larger than 10⁹ does not occur in a picture; it is written as the nearest bound, so
    /// that a record stays JSON whatever an engine says.
    static func text(of value: Double, places: Int) -> String {
        let bound = 1e9
        let bounded = value.isNaN ? 0 : min(max(value, -bound), bound)
        var scale = 1
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((bounded * Double(scale)).rounded())
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
        let sign = scaled < 0 ? "-" : ""
        guard fraction > 0 else { return sign + String(whole) }
        var digits = String(fraction)
        digits = String(repeating: "0", count: places - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
