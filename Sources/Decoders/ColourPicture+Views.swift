import Foundation
import MetadataOutput

extension ColourPicture {
    /// The most pixels that a part of a picture has which is seen from the front: its own, as far as they are no more.
    private static let mostPixels = 16_000_000

    /// A quadrilateral as if seen from the front, with as many pixels as it has in the picture.
    ///
    /// - Parameter corners: 0…1 of the picture; see ``StillView/corners``.
    /// - Throws: `.undecodable` if there are not four, or one is not convex with the others.
    func seenFromTheFront(_ corners: [CGPoint]) throws(PayloadError) -> ColourPicture {
        let points = corners.map { CGPoint(x: $0.x * Double(width), y: $0.y * Double(height)) }
        guard let view = PerspectiveView(points) else {
            throw PayloadError(.undecodable, "the corners of a part of the picture are no quadrilateral")
        }
        func length(_ first: Int, _ second: Int) -> Double {
            hypot(points[first].x - points[second].x, points[first].y - points[second].y)
        }
        let across = max(length(0, 1), length(3, 2))
        let down = max(length(0, 3), length(1, 2))
        let scale = min(1, (Double(Self.mostPixels) / max(1, across * down)).squareRoot())
        let columns = min(JPEG.longestSide, max(1, Int((across * scale).rounded())))
        let rows = min(JPEG.longestSide, max(1, Int((down * scale).rounded())))
        return ColourPicture(
            y: view.plane(y, columns: columns, rows: rows, beyond: 0),
            chroma: chroma.map {
                (
                    view.plane($0.blue, columns: columns, rows: rows, beyond: 128),
                    view.plane($0.red, columns: columns, rows: rows, beyond: 128)
                )
            }, hasTallChroma: true)
    }

    /// Brightness and sharpness.
    var measure: StillMeasure {
        var (count, sum, squares) = (0.0, 0.0, 0.0)
        var (inner, edges, edgeSquares) = (0.0, 0.0, 0.0)
        let quarter = max(1, height / 4)
        var (top, bottom) = (0.0, 0.0)
        y.withUnsafeSamples { samples in
            let row = y.bytesPerRow
            for line in 0..<height {
                var (lineSum, lineSquares, lineEdges, lineEdgeSquares) = (0, 0, 0, 0)
                let isInner = line > 0 && line < height - 1
                for x in 0..<width {
                    let place = line &* row &+ x
                    let value = Int(samples[place])
                    lineSum &+= value
                    lineSquares &+= value &* value
                    guard isInner, x > 0, x < width &- 1 else { continue }
                    let edge =
                        4 &* value &- Int(samples[place &- 1]) &- Int(samples[place &+ 1])
                        &- Int(samples[place &- row]) &- Int(samples[place &+ row])
                    lineEdges &+= edge
                    lineEdgeSquares &+= edge &* edge
                }
                (count, sum, squares) = (
                    count + Double(width), sum + Double(lineSum), squares + Double(lineSquares)
                )
                if line < quarter { top += Double(lineSum) }
                if line >= height - quarter { bottom += Double(lineSum) }
                if isInner { inner += Double(max(0, width - 2)) }
                (edges, edgeSquares) = (edges + Double(lineEdges), edgeSquares + Double(lineEdgeSquares))
            }
        }
        let mean = sum / count
        let variance = squares / count - mean * mean
        let quarterCount = Double(quarter * width)
        var measure = StillMeasure(
            meanLuma: mean, sharpness: 0, topLuma: top / quarterCount, bottomLuma: bottom / quarterCount)
        guard inner > 0, variance > 0 else { return measure }
        let edgeMean = edges / inner
        measure.sharpness = max(0, edgeSquares / inner - edgeMean * edgeMean) / variance
        return measure
    }
}

/// Where the pixels of a view are in a picture: the projective map of the unit square to a quadrilateral.
private struct PerspectiveView {
    private let a, b, c, d, e, f, g, h: Double

    /// - Parameter points: In pixels: where (0, 0), (1, 0), (1, 1) and (0, 1) are.
    init?(_ points: [CGPoint]) {
        guard points.count == 4, points.allSatisfy({ abs($0.x) < 1e6 && abs($0.y) < 1e6 }) else { return nil }
        let turns = points.indices.map { index in
            let (from, over, to) = (points[index], points[(index + 1) % 4], points[(index + 2) % 4])
            return (over.x - from.x) * (to.y - over.y) - (over.y - from.y) * (to.x - over.x)
        }
        guard turns.allSatisfy({ $0 > 0.5 }) || turns.allSatisfy({ $0 < -0.5 }) else { return nil }
        let (p, q, r, s) = (points[0], points[1], points[2], points[3])
        let (x1, x2, x3) = (q.x - r.x, s.x - r.x, p.x - q.x + r.x - s.x)
        let (y1, y2, y3) = (q.y - r.y, s.y - r.y, p.y - q.y + r.y - s.y)
        let determinant = x1 * y2 - x2 * y1
        g = (x3 * y2 - x2 * y3) / determinant
        h = (x1 * y3 - x3 * y1) / determinant
        (a, b, c) = (q.x - p.x + g * q.x, s.x - p.x + h * s.x, p.x)
        (d, e, f) = (q.y - p.y + g * q.y, s.y - p.y + h * s.y, p.y)
    }

    /// The view of a plane.
    ///
    /// - Parameter beyond: What is beyond the plane.
    func plane(_ plane: Plane, columns: Int, rows: Int, beyond: UInt8) -> Plane {
        Plane(width: columns, height: rows, isCleared: false) { target in
            guard let target = target.baseAddress else { return }
            let (width, height, stride) = (plane.width, plane.height, plane.bytesPerRow)
            plane.withUnsafeSamples { samples in
                for row in 0..<rows {
                    let v = (Double(row) + 0.5) / Double(rows)
                    for column in 0..<columns {
                        let u = (Double(column) + 0.5) / Double(columns)
                        let w = g * u + h * v + 1
                        let x = (a * u + b * v + c) / w - 0.5
                        let y = (d * u + e * v + f) / w - 0.5
                        guard x > -1, y > -1, x < Double(width), y < Double(height) else {
                            target[row &* columns &+ column] = beyond
                            continue
                        }
                        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
                        let (fx, fy) = (x - Double(left), y - Double(top))
                        let (x0, x1) = (max(0, left), min(width &- 1, left &+ 1))
                        let (y0, y1) = (max(0, top) &* stride, min(height &- 1, top &+ 1) &* stride)
                        let above =
                            Double(samples[y0 &+ x0]) * (1 - fx) + Double(samples[y0 &+ x1]) * fx
                        let below =
                            Double(samples[y1 &+ x0]) * (1 - fx) + Double(samples[y1 &+ x1]) * fx
                        target[row &* columns &+ column] = UInt8(above * (1 - fy) + below * fy + 0.5)
                    }
                }
            }
        }
    }
}
