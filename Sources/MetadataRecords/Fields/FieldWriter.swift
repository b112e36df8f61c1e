import Foundation

/// Takes the fields of a record one after the other, in the order of the schema.
///
/// What a record has is said once, to this protocol (`write(_:preview:)`); a form of writing conforms to it.
protocol FieldWriter {
    mutating func field(_ name: String, _ value: String)
    mutating func field(_ name: String, _ value: Int)
    mutating func field(_ name: String, _ value: Bool)
    /// A number rounded to `places` decimals.
    mutating func field(_ name: String, _ value: Double, places: Int)
    /// Bytes, in Base64.
    mutating func field(_ name: String, base64 value: [UInt8])
    mutating func field(_ name: String, numbers: [Int])
    mutating func field(_ name: String, texts: [String])
    /// A rectangle, its numbers rounded to `places` decimals.
    mutating func field(_ name: String, _ rectangle: CGRect, places: Int)
    /// Any number of points, their coordinates rounded to `places` decimals.
    mutating func field(_ name: String, points: [CGPoint], places: Int)
    /// Always four points.
    mutating func field(_ name: String, corners: [CGPoint], places: Int)
    /// A value with fields of its own, which `body` writes.
    mutating func field(_ name: String, _ body: (inout Self) -> Void)
    /// A value with fields of its own that is chosen and shown as one: a JSON object also where records are none.
    mutating func jsonField(_ name: String, _ body: (inout JSONWriter) -> Void)
    /// A list of values with fields of their own, which `body` writes.
    mutating func field<Element>(
        _ name: String, _ elements: [Element], _ body: (inout Self, Element) -> Void)
}

extension FieldWriter {
    mutating func field(_ name: String, _ rectangle: CGRect, places: Int) {
        field(name) { $0.write(rectangle, places: places) }
    }

    mutating func write(_ rectangle: CGRect, places: Int) {
        field("x", rectangle.minX, places: places)
        field("y", rectangle.minY, places: places)
        field("width", rectangle.width, places: places)
        field("height", rectangle.height, places: places)
    }

    mutating func write(_ point: CGPoint, places: Int) {
        field("x", point.x, places: places)
        field("y", point.y, places: places)
    }
}
