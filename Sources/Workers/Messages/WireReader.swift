import Foundation

/// What is wrong with a message: it was not written by this package's other end.
struct MalformedMessage: Error, Hashable {
    let reason: String
}

/// Takes values out of bytes that an enemy may have written: nothing is believed that is not checked, and nothing is
/// allocated that the bytes do not hold.
struct WireReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func take(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - position else {
            throw MalformedMessage(reason: "it is cut short")
        }
        defer { position += count }
        return bytes[position..<position + count]
    }

    private mutating func word() throws(MalformedMessage) -> UInt64 {
        let start = position
        _ = try take(8)
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
    }

    /// A whole number within a range.
    mutating func int(_ range: ClosedRange<Int>) throws(MalformedMessage) -> Int {
        let value = Int(Int64(bitPattern: try word()))
        guard range.contains(value) else { throw MalformedMessage(reason: "\(value) is not in \(range)") }
        return value
    }

    /// A finite number within a range.
    mutating func double(_ range: ClosedRange<Double>) throws(MalformedMessage) -> Double {
        let value = Double(bitPattern: try word())
        guard range.contains(value) else { throw MalformedMessage(reason: "\(value) is not in \(range)") }
        return value
    }

    mutating func bool() throws(MalformedMessage) -> Bool {
        switch try take(1).first {
        case 0: return false
        case 1: return true
        default: throw MalformedMessage(reason: "neither true nor false")
        }
    }

    mutating func byteArray(atMost limit: Int) throws(MalformedMessage) -> [UInt8] {
        Array(try take(try int(0...limit)))
    }

    /// Text in UTF-8.
    mutating func string(atMost limit: Int) throws(MalformedMessage) -> String {
        let bytes = try byteArray(atMost: limit)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MalformedMessage(reason: "text that is not UTF-8")
        }
        return text
    }

    /// A name: printable ASCII without spaces.
    mutating func name(atMost limit: Int) throws(MalformedMessage) -> String {
        let text = try string(atMost: limit)
        guard !text.isEmpty, text.utf8.allSatisfy({ (33...126).contains($0) }) else {
            throw MalformedMessage(reason: "a name that is none")
        }
        return text
    }

    /// The longest duration; longer than anything goes on.
    static let longestDuration = Duration.seconds(1 << 40)

    mutating func duration() throws(MalformedMessage) -> Duration {
        let seconds = try int(0...Int(Self.longestDuration.components.seconds))
        return Duration(
            secondsComponent: Int64(seconds),
            attosecondsComponent: Int64(try int(0...999_999_999_999_999_999)))
    }

    /// A point in pixels, which may lie a little outside of its picture.
    mutating func point() throws(MalformedMessage) -> CGPoint {
        let range = -1e6...1e6
        return CGPoint(x: try double(range), y: try double(range))
    }

    /// A rectangle in fractions of a picture, which may lie beyond it.
    mutating func rectangle() throws(MalformedMessage) -> CGRect {
        let (origin, corner) = (try point(), try point())
        return CGRect(x: origin.x, y: origin.y, width: corner.x, height: corner.y)
    }

    mutating func unitRectangle() throws(MalformedMessage) -> CGRect {
        let (x, y) = (try double(0...1), try double(0...1))
        return CGRect(x: x, y: y, width: try double(0...1), height: try double(0...1))
    }

    mutating func optional<Value>(
        _ body: (inout WireReader) throws(MalformedMessage) -> Value
    ) throws(MalformedMessage) -> Value? {
        try bool() ? try body(&self) : nil
    }

    /// - Parameter things: What the reason calls them where they are too many.
    mutating func array<Value>(
        of things: String = "values", atMost limit: Int,
        _ body: (inout WireReader) throws(MalformedMessage) -> Value
    ) throws(MalformedMessage) -> [Value] {
        let count = try int(0...Int.max)
        guard count <= limit else { throw MalformedMessage(reason: "\(count) \(things), at most \(limit)") }
        // Nothing is reserved: the count may lie.
        var values: [Value] = []
        for _ in 0..<count { values.append(try body(&self)) }
        return values
    }

    /// One of a list of values, by its place in the list.
    mutating func choice<Value>(of values: [Value]) throws(MalformedMessage) -> Value {
        values[try int(0...(values.count - 1))]
    }

    /// Throws if something is left.
    func end() throws(MalformedMessage) {
        guard position == bytes.count else {
            throw MalformedMessage(reason: "something stands behind its end")
        }
    }
}

extension WireWriter {
    /// What `WireReader.choice(of:)` takes out again.
    mutating func put<Value: Equatable>(_ value: Value, of values: [Value]) {
        put(values.firstIndex(of: value) ?? 0)
    }
}
