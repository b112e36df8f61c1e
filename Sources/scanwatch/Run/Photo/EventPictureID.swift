import Foundation

/// Names an event for all time: 32 hexadecimal digits that begin with the time, so that names stand in its order
/// (RFC 9562's version 7).
struct EventPictureID {
    let text: String
    /// When it was made, to a millisecond.
    let date: Date

    init(at date: Date) {
        let milliseconds = UInt64(max(0, (date.timeIntervalSince1970 * 1000).rounded()))
        let time = String(milliseconds & 0xffff_ffff_ffff, radix: 16)
        let first = UInt64.random(in: 0..<0x1000) | 0x7000
        let second = UInt64.random(in: 0..<(1 << 62)) | 1 << 63
        text =
            String(repeating: "0", count: 12 - time.count) + time + String(first, radix: 16)
            + String(second, radix: 16)
        self.date = date
    }

    /// The one that a name begins with; nil if it does not.
    init?(prefixOf name: String) {
        let digits = name.prefix(32)
        guard digits.utf8.count == 32, digits.allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
            let milliseconds = UInt64(digits.prefix(12), radix: 16)
        else { return nil }
        text = String(digits)
        date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
