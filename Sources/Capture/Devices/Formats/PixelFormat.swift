/// How samples lie in a camera's buffers, by the kernel's four-character code.
public struct PixelFormat: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The code (`V4L2_PIX_FMT_…`): four characters, the first in the lowest byte.
    public let rawValue: UInt32

    /// Makes a pixel format of a code.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Makes a pixel format of up to four ASCII characters, as the kernel writes them: `YUYV`, `MJPG`, `Y16`. Case
    /// does not matter. Nil of other names.
    public init?(name: String) {
        let characters = Array(name.uppercased().utf8)
        guard (1...4).contains(characters.count), characters.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
            return nil
        }
        let padded = characters + Array(repeating: UInt8(ascii: " "), count: 4 - characters.count)
        self.init(rawValue: padded.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The four characters, without blanks at the end; what is not printable becomes `?`. Of big-endian samples, which the
    /// kernel marks in the highest bit, `-BE` stands behind them.
    public var name: String {
        let characters = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> ($0 * 8)) & 0x7f }
        let text = characters.map { (0x20..<0x7f).contains($0) ? Character(Unicode.Scalar($0)) : "?" }
        return String(text[..<(text.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
            + (rawValue >> 31 == 1 ? "-BE" : "")
    }

    /// The same as ``name``.
    public var description: String { name }
}
