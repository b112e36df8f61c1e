public import Foundation
public import MetadataOutput

/// Draws what was seen in a picture upon it, as SVG: bounds, corners with the first one marked, what codes say,
/// faces as frames that are tilted and turned with them, landmarks where there are any.
///
/// All text comes from pictures and file names; it is escaped and cannot become markup. Elements carry `class` and
/// `data-` attributes by which a script or style sheet finds them; nothing needs one.
public struct SVGOverlay: Sendable {
    /// Size of the drawing in pixels; what is seen at 1,1 of the upright picture is drawn at this point.
    public let size: CGSize
    /// Whether each object has a label with its type and what it says.
    public let includesLabels: Bool

    private let measures: OverlayMeasures

    /// Makes an overlay.
    ///
    /// - Parameters:
    ///   - size: Size of the drawing in pixels, above 0.
    ///   - includesLabels: Whether objects have labels, default true; without them each still has a `title`.
    public init(size: CGSize, includesLabels: Bool = true) {
        self.size = size
        self.includesLabels = includesLabels
        self.measures = OverlayMeasures(size: size)
    }

    /// A whole SVG document with the picture in it and the overlay upon it.
    ///
    /// - Parameters:
    ///   - update: What was seen.
    ///   - picture: The picture, drawn over all of ``size``; nil for the overlay on white.
    ///   - title: What viewers may show as the document's name; default none.
    public func document(for update: MetadataUpdate, picture: PictureView?, title: String? = nil) -> String {
        var writer = SVGWriter()
        writer.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": size.width, "height": size.height,
                "viewBox": "0 0 \(size.width.svgText) \(size.height.svgText)",
            ]
        ) {
            if let title { $0.element("title", [:]) { $0.content(MarkupText.visible(title)) } }
            $0.lineBreak()
            $0.element("rect", ["width": size.width, "height": size.height, "fill": "#fff"])
            if let picture { write(picture, to: &$0) }
            $0.lineBreak()
            write(update.objects, to: &$0)
            $0.lineBreak()
        }
        writer.lineBreak()
        return writer.text
    }

    /// The size to draw a picture in: its own, or a multiple of it for one so small that letters on it could not
    /// be read.
    public static func size(forPictureOf width: Int, by height: Int) -> CGSize {
        let side = max(1, width, height)
        let factor = max(1, (800 + side / 2) / side)
        return CGSize(width: width * factor, height: height * factor)
    }

    private func write(_ picture: PictureView, to writer: inout SVGWriter) {
        let orientation = picture.orientation
        let (width, height) =
            orientation.swapsSides ? (size.height, size.width) : (size.width, size.height)
        // Where a step to the right and one down in the stored picture lead in the drawing.
        let across = orientation.reversesColumns ? -1 : 1
        let down = orientation.reversesRows ? -1 : 1
        let fromRight = orientation.swapsSides ? orientation.reversesRows : orientation.reversesColumns
        let fromBottom = orientation.swapsSides ? orientation.reversesColumns : orientation.reversesRows
        let matrix = orientation.swapsSides ? "0 \(across) \(down) 0" : "\(across) 0 0 \(down)"
        let offset =
            "\((fromRight ? size.width : 0).svgText) \((fromBottom ? size.height : 0).svgText)"
        writer.element(
            "image",
            [
                "width": width, "height": height, "preserveAspectRatio": "none",
                "transform": "matrix(\(matrix) \(offset))",
                "image-rendering": Double(picture.width) * 2 <= width ? "pixelated" : "auto",
                "href": "data:\(picture.mediaType);base64,\(Data(picture.bytes).base64EncodedString())",
            ])
    }

    private func write(_ objects: [any MetadataObject], to writer: inout SVGWriter) {
        writer.element("g", ["class": "overlay", "fill": "none", "stroke-linejoin": "round"]) {
            let shapes = objects.map { OverlayShape($0, size: size) }
            for shape in shapes { shape.write(to: &$0, measures: measures) }
            if includesLabels { write(labelsOf: shapes, to: &$0) }
        }
    }

    private func write(labelsOf shapes: [OverlayShape], to writer: inout SVGWriter) {
        var layout = LabelLayout(
            size: size, obstacles: shapes.map(\.extent),
            marks: shapes.compactMap { $0.firstCornerMark(measures) })
        let isCrowd = shapes.count > 6
        let font = measures.font * (isCrowd ? 0.7 : 1)
        for (index, shape) in shapes.enumerated() {
            // As much as fits into the picture, in a crowd beside the object without its neighbours' room; where
            // there is none, the number in the record says where to look.
            let room = isCrowd ? min(size.width, shape.extent.width * 1.25) : size.width
            let most = max(1, min(48, Int(room / (0.62 * font)) - 1))
            let texts =
                [most, 24, 16, 11].filter { $0 <= most }.map(shape.label.shortened) + ["#\(shape.id)"]
            for (text, mayHideOwn) in texts.map({ ($0, false) }) + texts.map({ ($0, true) }) {
                let width = OverlayLabel.width(of: text) * font
                let place = layout.place(
                    CGSize(width: width + 0.6 * font, height: 1.35 * font), forObjectAt: index,
                    gap: 1.5 * measures.line, mayHideOwn: mayHideOwn)
                guard let place else { continue }
                shape.write(text, width: width, in: place, font: font, to: &writer)
                break
            }
        }
    }
}
