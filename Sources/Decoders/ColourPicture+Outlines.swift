import Foundation
import MetadataOutput

extension ColourPicture {
    /// The picture with closed lines drawn upon it, in colour also if it has none; itself if there are none.
    func outlined(_ outlines: [StillOutline]) -> ColourPicture {
        guard !outlines.isEmpty else { return self }
        var picture = self
        if chroma == nil {
            let grey = Plane(
                width: width, height: height, samples: [UInt8](repeating: 128, count: width * height))
            picture.chroma = (grey, grey)
        }
        // As thick as one sees from afar, and not so thick that it covers what it is around.
        let pen = max(2, min(width, height) / 200)
        return picture.drawn { samples, component in
            let canvas = PenCanvas(samples: samples, width: width, height: height)
            for outline in outlines {
                let value = outline.kind.color(component)
                let points = outline.corners.prefix(StillOutline.mostCorners).map { corner in
                    // What is far outside is as far outside as matters.
                    CGPoint(
                        x: min(max(corner.x, -8), 9) * Double(width),
                        y: min(max(corner.y, -8), 9) * Double(height))
                }
                guard points.count > 1, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
                    continue
                }
                for (index, from) in points.enumerated() {
                    canvas.line(from: from, to: points[(index + 1) % points.count], pen: pen, value)
                }
                if outline.kind == .code { canvas.square(around: points[0], side: 3 * pen, value) }
            }
        }
    }
}

extension StillOutline.Kind {
    /// The live page's green and blue, as BT.601 in full range has them.
    fileprivate func color(_ component: ColourPicture.Component) -> UInt8 {
        switch (self, component) {
        case (.code, .luma): 149
        case (.code, .blue): 111
        case (.code, .red): 22
        case (.face, .luma): 163
        case (.face, .blue): 180
        case (.face, .red): 57
        }
    }
}

/// Samples that squares are set upon.
private struct PenCanvas {
    let samples: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int

    /// Sets square beside square from one point to another.
    func line(from start: CGPoint, to end: CGPoint, pen: Int, _ value: UInt8) {
        let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let point = CGPoint(
                x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
            square(around: point, side: pen, value)
        }
    }

    func square(around point: CGPoint, side: Int, _ value: UInt8) {
        let (left, top) = (Int(point.x.rounded()) - side / 2, Int(point.y.rounded()) - side / 2)
        let columns = (left..<left + side).clamped(to: 0..<width)
        for row in (top..<top + side).clamped(to: 0..<height) {
            (samples + row * width + columns.lowerBound).update(repeating: value, count: columns.count)
        }
    }
}
