import Foundation

/// Collects the paths of the fields that are written to it, each once.
///
/// A field that comes for the first time is put after the one that was written before it, so that the fields of
/// different kinds of objects end in one order that is true to each.
struct FieldCollector: FieldWriter {
    private(set) var paths: [[String]] = []
    private var level: [String] = []
    private var place = 0

    private mutating func collect(_ name: String) {
        let path = level + [name]
        if let known = paths.firstIndex(of: path) {
            place = known
        } else {
            paths.insert(path, at: place)
        }
        place += 1
    }

    mutating func field(_ name: String, _: String) { collect(name) }
    mutating func field(_ name: String, _: Int) { collect(name) }
    mutating func field(_ name: String, _: Bool) { collect(name) }
    mutating func field(_ name: String, _: Double, places _: Int) { collect(name) }
    mutating func field(_ name: String, base64 _: [UInt8]) { collect(name) }
    mutating func field(_ name: String, numbers _: [Int]) { collect(name) }
    mutating func field(_ name: String, texts _: [String]) { collect(name) }
    mutating func field(_ name: String, points _: [CGPoint], places _: Int) { collect(name) }
    mutating func jsonField(_ name: String, _: (inout JSONWriter) -> Void) { collect(name) }

    mutating func field(_ name: String, corners: [CGPoint], places: Int) {
        field(name) { writer in
            for (index, corner) in corners.enumerated() {
                writer.field(String(index)) { $0.write(corner, places: places) }
            }
        }
    }

    mutating func field(_ name: String, _ body: (inout Self) -> Void) {
        level.append(name)
        body(&self)
        // What comes next comes after all that is on this level, whichever of it was written last.
        place = (paths.lastIndex { $0.starts(with: level) } ?? place - 1) + 1
        level.removeLast()
    }

    mutating func field<Element>(
        _ name: String, _ elements: [Element], _ body: (inout Self, Element) -> Void
    ) {
        field(name) { writer in
            for element in elements { body(&writer, element) }
        }
    }
}
