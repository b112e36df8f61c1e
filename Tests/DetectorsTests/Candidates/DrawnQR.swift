import Foundation

@testable import Detectors

/// The modules of something shaped like a QR code: its fixed patterns are right, its data are noise.
struct DrawnQR {
    let version: Int
    private(set) var isDark: [Bool]

    var dimension: Int { 17 + 4 * version }

    /// - Parameter alignment: Rows and columns of the alignment patterns' centres, as the standard lists them.
    init(version: Int, seed: UInt64 = 1, alignment: [Int] = []) {
        self.version = version
        var random = Noise(seed: seed)
        let size = 17 + 4 * version
        isDark = (0..<size * size).map { _ in random.next() < 0.5 }
        for index in 8..<size - 8 {
            isDark[6 * size + index] = index.isMultiple(of: 2)
            isDark[index * size + 6] = index.isMultiple(of: 2)
        }
        for x in alignment {
            for y in alignment { drawSquares(atX: x, y: y, radius: 2) { $0 != 1 } }
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            drawSquares(atX: x, y: y, radius: 4) { $0 != 2 && $0 != 4 }
        }
    }

    /// Draws rings of modules around a centre; `isDark` is asked for a ring's distance.
    mutating func drawSquares(atX x: Int, y: Int, radius: Int, isDark dark: (Int) -> Bool) {
        for row in max(0, y - radius)...min(dimension - 1, y + radius) {
            for column in max(0, x - radius)...min(dimension - 1, x + radius) {
                isDark[row * dimension + column] = dark(max(abs(row - y), abs(column - x)))
            }
        }
    }

    /// The colour at a place in modules, a quiet zone of 4 modules around; nil outside.
    func color(_ place: CGPoint, dark: Double = 30, light: Double = 230) -> Double? {
        let size = Double(dimension)
        guard place.x > -4, place.y > -4, place.x < size + 4, place.y < size + 4 else { return nil }
        guard place.x >= 0, place.y >= 0, place.x < size, place.y < size else { return light }
        return isDark[Int(place.y) * dimension + Int(place.x)] ? dark : light
    }
}
