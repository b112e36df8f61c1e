import Foundation

/// Writes SVG elements; everything that is drawn passes here, and every text is escaped here.
struct SVGWriter {
    private(set) var text = ""

    /// An element with attributes in their order, closed at once unless `body` fills it.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, any SVGValue>,
        _ body: ((inout SVGWriter) -> Void)? = nil
    ) {
        text += "<" + name
        for (key, value) in attributes { text += " \(key)=\"\(MarkupText.escaped(value.svgText))\"" }
        guard let body else {
            text += "/>"
            return
        }
        text += ">"
        body(&self)
        text += "</\(name)>"
    }

    /// Text between elements.
    mutating func content(_ string: String) {
        text += MarkupText.escaped(string)
    }

    /// A line break, for people who read the file.
    mutating func lineBreak() {
        text += "\n"
    }
}

/// Something that can stand in an attribute.
protocol SVGValue {
    var svgText: String { get }
}

extension String: SVGValue {
    var svgText: String { self }
}

extension Int: SVGValue {
    var svgText: String { String(self) }
}

/// Pixels, with two decimals.
extension Double: SVGValue {
    var svgText: String { RecordNumber.text(of: self, places: 2) }
}

/// The points of a polygon.
extension [CGPoint]: SVGValue {
    var svgText: String { map { "\($0.x.svgText),\($0.y.svgText)" }.joined(separator: " ") }
}

extension CGFloat: SVGValue {
    var svgText: String { Double(self).svgText }
}
