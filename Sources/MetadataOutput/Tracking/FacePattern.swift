import Foundation

/// How light and shade lie on a face, without its brightness and contrast: 16 × 16 places of it, their mean 0 and their
/// squares' sum 1. Tells a face from what passes in front of it, and one person from another as long as neither turns
/// much.
struct FacePattern: Sendable {
    private let values: [Float]

    /// Places across and down.
    private static let side = 16
    /// Samples across and down each of them.
    private static let samples = 2
    /// The part of the box that is looked at: the rim may be background.
    private static let core = 0.9
    /// Standard deviation in steps of brightness below which there is nothing to be seen.
    private static let leastContrast: Float = 3

    /// - Parameters:
    ///   - box: The face's box, in pixels of `plane`; what lies beside the plane is as its edge.
    ///   - turn: Degrees by which the face is turned since the pattern that this one is to be compared with, clockwise.
    ///   - plane: The frame's luma at any size.
    /// - Returns: nil where all is of one brightness.
    init?(of box: CGRect, turnedBy turn: Double = 0, in plane: Plane) {
        let steps = Self.side * Self.samples
        let (across, down) = (box.width * Self.core / Double(steps), box.height * Self.core / Double(steps))
        let (cosine, sine) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
        let (right, bottom) = (Double(plane.width - 1), Double(plane.height - 1))
        let (centerX, centerY) = (Double(box.midX), Double(box.midY))
        var values = [Float](repeating: 0, count: Self.side * Self.side)
        plane.withBytes { bytes in
            for row in 0..<steps {
                let y = (Double(row) + 0.5 - Double(steps) / 2) * down
                let (rowX, rowY) = (centerX - y * sine, centerY + y * cosine)
                for column in 0..<steps {
                    let x = (Double(column) + 0.5 - Double(steps) / 2) * across
                    // What is no number is at the beginning.
                    let (lineX, lineY) = (rowX + x * cosine, rowY + x * sine)
                    let placeX = lineX > 0 ? Int(min(lineX, right)) : 0
                    let placeY = lineY > 0 ? Int(min(lineY, bottom)) : 0
                    values[row / Self.samples * Self.side + column / Self.samples] += Float(
                        bytes[placeY * plane.bytesPerRow + placeX])
                }
            }
        }
        let mean = values.reduce(0, +) / Float(values.count)
        for index in values.indices { values[index] -= mean }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let deviation = length / Float(Self.side) / Float(Self.samples * Self.samples)
        guard deviation >= Self.leastContrast else { return nil }
        self.values = values.map { $0 / length }
    }

    /// How alike two are: 1 is the same, 0 has nothing to do with it, −1 is the negative.
    func correlation(with other: FacePattern) -> Double {
        Double(zip(values, other.values).reduce(0) { $0 + $1.0 * $1.1 })
    }

    /// How alike two are in that quarter of them in which they are most alike: something may cover the rest.
    func partialCorrelation(with other: FacePattern) -> Double {
        let halves = [0..<(Self.side / 2), (Self.side / 2)..<Self.side]
        return halves.flatMap { rows in
            halves.map { correlation(with: other, rows: rows, columns: $0) }
        }.max() ?? 0
    }

    private func correlation(with other: FacePattern, rows: Range<Int>, columns: Range<Int>) -> Double {
        var (sum, otherSum, squares, otherSquares, products): (Float, Float, Float, Float, Float) = (
            0, 0, 0, 0, 0
        )
        for row in rows {
            for column in columns {
                let (value, otherValue) = (
                    values[row * Self.side + column], other.values[row * Self.side + column]
                )
                sum += value
                otherSum += otherValue
                squares += value * value
                otherSquares += otherValue * otherValue
                products += value * otherValue
            }
        }
        let count = Float(rows.count * columns.count)
        let variance = squares - sum * sum / count
        let otherVariance = otherSquares - otherSum * otherSum / count
        // A part of one brightness tells nothing.
        guard variance > Self.leastPart, otherVariance > Self.leastPart else { return 0 }
        return Double((products - sum * otherSum / count) / (variance * otherVariance).squareRoot())
    }

    /// Part of all that varies that a quarter must have.
    private static let leastPart: Float = 0.05
}
