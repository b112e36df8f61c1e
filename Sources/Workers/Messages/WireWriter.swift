import Foundation

/// Puts values into bytes, in the machine's order: both ends are one machine, and one build.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: Int) {
        withUnsafeBytes(of: Int64(value)) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func put(_ value: [UInt8]) {
        put(value.count)
        bytes.append(contentsOf: value)
    }

    mutating func put(_ value: String) { put(Array(value.utf8)) }

    mutating func put(_ value: Duration) {
        let (seconds, attoseconds) = value.components
        put(Int(seconds))
        put(Int(attoseconds))
    }

    mutating func put(_ value: CGPoint) {
        put(Double(value.x))
        put(Double(value.y))
    }

    mutating func put(_ value: CGRect) {
        put(value.origin)
        put(Double(value.width))
        put(Double(value.height))
    }

    mutating func put<Value>(_ value: Value?, _ body: (inout WireWriter, Value) -> Void) {
        put(value != nil)
        if let value { body(&self, value) }
    }

    mutating func put<Values: Collection>(
        _ values: Values, _ body: (inout WireWriter, Values.Element) -> Void
    ) {
        put(values.count)
        for value in values { body(&self, value) }
    }
}
