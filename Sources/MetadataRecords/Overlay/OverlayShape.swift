import Foundation
import MetadataOutput

/// One object in pixels of the drawing.
struct OverlayShape {
    let id: Int
    let label: OverlayLabel
    private let type: MetadataObjectType
    private let bounds: CGRect
    private let outline: Outline

    private enum Outline {
        /// Four corners, the code's own top left first.
        case code([CGPoint])
        case face(FaceFrame, landmarks: [CGPoint])
        case box
    }

    init(_ object: any MetadataObject, size: CGSize) {
        func pixels(_ point: CGPoint) -> CGPoint {
            CGPoint(x: point.x * size.width, y: point.y * size.height)
        }
        let unit = object.bounds
        let bounds = CGRect(
            x: unit.minX * size.width, y: unit.minY * size.height, width: unit.width * size.width,
            height: unit.height * size.height)
        id = object.objectID
        label = OverlayLabel(object)
        type = object.type
        self.bounds = bounds
        switch object {
        case let code as MetadataMachineReadableCodeObject: outline = .code(code.corners.map(pixels))
        case let face as MetadataFaceObject:
            let frame = FaceFrame(
                bounds: bounds, roll: face.rollAngle ?? 0, yaw: face.yawAngle ?? 0,
                pitch: face.pitchAngle ?? 0)
            outline = .face(frame, landmarks: face.landmarks.map(pixels))
        default: outline = .box
        }
    }

    /// The box around all that is drawn of it, labels aside.
    var extent: CGRect {
        guard case .face(let frame, _) = outline else { return bounds }
        return CGRect(around: frame.corners + bounds.corners)
    }

    /// The box around the mark on a code's first corner.
    func firstCornerMark(_ measures: OverlayMeasures) -> CGRect? {
        guard case .code(let corners) = outline, let corner = corners.first else { return nil }
        let radius = 3 * measures.line(around: bounds)
        return CGRect(x: corner.x - radius, y: corner.y - radius, width: 2 * radius, height: 2 * radius)
    }

    func write(to writer: inout SVGWriter, measures: OverlayMeasures) {
        let line = measures.line(around: bounds)
        let colour = OverlayColour.of(type)
        writer.lineBreak()
        writer.element("g", ["class": type.name, "data-id": id, "stroke": colour]) {
            $0.element("title", [:]) { $0.content("#\(id) \(label.full)") }
            $0.element(
                "rect",
                [
                    "class": "bounds", "x": bounds.minX, "y": bounds.minY, "width": bounds.width,
                    "height": bounds.height, "stroke-width": line / 2,
                    "stroke-dasharray": [line * 2, line * 1.5].map(\.svgText).joined(separator: " "),
                ])
            switch outline {
            case .code(let corners): write(corners, line: line, colour: colour, to: &$0)
            case .face(let frame, let landmarks):
                write(frame, landmarks: landmarks, line: line, to: &$0)
            case .box: break
            }
        }
    }

    /// A line of two layers: a light one below, so that it shows on dark ground too.
    private func outline(_ points: [CGPoint], line: Double, class name: String, to writer: inout SVGWriter) {
        writer.element(
            "polygon",
            ["points": points, "stroke": "#fff", "stroke-opacity": 0.75, "stroke-width": line * 2])
        writer.element("polygon", ["class": name, "points": points, "stroke-width": line])
    }

    private func write(_ corners: [CGPoint], line: Double, colour: String, to writer: inout SVGWriter) {
        outline(corners, line: line, class: "corners", to: &writer)
        for (index, corner) in corners.enumerated().reversed() {
            let isFirst = index == 0
            writer.element(
                "circle",
                [
                    "class": "corner", "data-corner": index, "cx": corner.x, "cy": corner.y,
                    "r": line * (isFirst ? 2.5 : 1), "fill": isFirst ? "#ffd400" : colour,
                    "stroke-width": isFirst ? line : 0,
                ])
        }
    }

    private func write(
        _ frame: FaceFrame, landmarks: [CGPoint], line: Double, to writer: inout SVGWriter
    ) {
        for landmark in landmarks {
            writer.element(
                "circle",
                [
                    "class": "landmark", "cx": landmark.x, "cy": landmark.y, "r": line * 0.8,
                    "fill": "#ffd400", "stroke-width": line * 0.3,
                ])
        }
        outline(frame.corners, line: line, class: "frame", to: &writer)
        // The brow's side, thick: which way is up.
        writer.element(
            "polyline",
            ["class": "brow", "points": [frame.corners[0], frame.corners[3]], "stroke-width": line * 2.5])
        let (from, to) = frame.gaze
        guard hypot(to.x - from.x, to.y - from.y) > line * 2 else { return }
        writer.element(
            "polyline",
            ["points": [from, to], "stroke": "#fff", "stroke-opacity": 0.75, "stroke-width": line * 2])
        writer.element("polyline", ["class": "gaze", "points": [from, to], "stroke-width": line])
        writer.element(
            "circle", ["cx": from.x, "cy": from.y, "r": line * 1.5, "fill": "#fff", "stroke-width": line])
    }

    /// White letters on the object's colour.
    func write(_ text: String, width: Double, in box: CGRect, font: Double, to writer: inout SVGWriter) {
        writer.lineBreak()
        writer.element("g", ["class": "label", "data-id": id]) {
            $0.element(
                "rect",
                [
                    "x": box.minX, "y": box.minY, "width": box.width, "height": box.height,
                    "rx": font * 0.25, "fill": OverlayColour.of(type), "fill-opacity": 0.9,
                ])
            $0.element(
                "text",
                [
                    "x": box.minX + 0.3 * font, "y": box.minY + font, "fill": "#fff", "font-size": font,
                    "font-family": "DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, monospace",
                    "textLength": width, "lengthAdjust": "spacingAndGlyphs", "xml:space": "preserve",
                ]
            ) { $0.content(text) }
        }
    }
}
