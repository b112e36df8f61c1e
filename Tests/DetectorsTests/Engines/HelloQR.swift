import Foundation
import MetadataOutput

@testable import Detectors

/// The QR symbol of "hello" (version 1), 105 pixels wide at (120, 60) of a 285×225 picture.
enum HelloQR {
    /// Error correction level L.
    static let low = picture([
        "#######..#.##.#######", "#.....#.##.#..#.....#", "#.###.#.##..#.#.###.#", "#.###.#..#.#..#.###.#",
        "#.###.#.#...#.#.###.#", "#.....#.#..##.#.....#", "#######.#.#.#.#######", "........#####........",
        "##.#..##.##...###.##.", ".#####.###....#....##", "..##.####.#.##...##.#", "...#.#..#..#.....#.##",
        "....#.##.##.#.#.#....", "........####...##.#.#", "#######.###..#.#.###.", "#.....#..#####.##....",
        "#.###.#..#.#..###...#", "#.###.#.#.##...#.####", "#.###.#..##.#...#.#.#", "#.....#.###..##......",
        "#######.#.###..#.#.#.",
    ])

    /// Level H. ZXing 1.4 reads only some mirrored symbols, this one among them.
    static let high = picture([
        "#######.#.###.#######", "#.....#.##....#.....#", "#.###.#.####..#.###.#", "#.###.#..#....#.###.#",
        "#.###.#...#.#.#.###.#", "#.....#.##.#..#.....#", "#######.#.#.#.#######", "........#.##.........",
        "..###.#.##.#.###..###", "#..###.##........##.#", "####..#..#...###.###.", "##.#...#..####...##..",
        "..#...#...##.#.#....#", "........###.#..#.#..#", "#######......##.#.##.", "#.....#....#.#######.",
        "#.###.#.#.###.#.#..#.", "#.###.#.##..##.#.#...", "#.###.#.#......#..#..", "#.....#...###...###..",
        "#######.........#..#.",
    ])

    /// The modules of a symbol of version 1 as a picture.
    static func picture(_ modules: [String]) -> Plane {
        Plane(width: 285, height: 225) { samples in
            samples.update(repeating: 255)
            for (row, modules) in modules.enumerated() {
                for (column, module) in modules.enumerated() where module == "#" {
                    for y in 0..<5 {
                        for x in 0..<5 { samples[(60 + row * 5 + y) * 285 + 120 + column * 5 + x] = 0 }
                    }
                }
            }
        }
    }
}

extension Plane {
    /// Turned clockwise by 90°.
    func turnedRight() -> Plane {
        remade(width: height, height: width) { x, y in (y, self.height - 1 - x) }
    }

    /// Left for right.
    func mirrored() -> Plane {
        remade(width: width, height: height) { x, y in (self.width - 1 - x, y) }
    }

    private func remade(width: Int, height: Int, from source: (Int, Int) -> (x: Int, y: Int)) -> Plane {
        withBytes { samples in
            Plane(width: width, height: height) { target in
                for y in 0..<height {
                    for x in 0..<width {
                        let from = source(x, y)
                        target[y * width + x] = samples[from.y * self.bytesPerRow + from.x]
                    }
                }
            }
        }
    }
}
