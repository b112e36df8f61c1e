import Foundation
import MetadataOutput

@testable import Synthetic

/// A made picture of a code that cannot be read for one known reason, or of something in which nothing is wrong.
struct HintScene {
    static let width = 480
    static let height = 360

    /// The reason; nil if there is none.
    let cause: ReaderHint?
    let plane: Plane

    private struct Dice {
        private var noise: Noise

        init(_ seed: UInt64) { noise = Noise(seed: seed) }

        mutating func pick(_ range: ClosedRange<Double>) -> Double {
            range.lowerBound + noise.next() * (range.upperBound - range.lowerBound)
        }

        mutating func either() -> Bool { noise.next() < 0.5 }
        mutating func sign() -> Double { either() ? 1 : -1 }
    }

    /// What is drawn: a symbol's modules, and how large and where.
    private struct Code {
        let isLinear: Bool
        let columns: Int
        let rows: Double
        let isDark: (Int, Int) -> Bool
        var module: Double
        var center: CGPoint
        var degrees: Double

        var width: Double { Double(columns) * module }
        var height: Double { isLinear ? rows : Double(columns) * module }

        /// Brightness at a point of the picture; nil beside the label.
        func color(_ x: Double, _ y: Double, light: Double, dark: Double) -> Double? {
            let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let (dx, dy) = (x - center.x, y - center.y)
            let (u, v) = (dx * cosine + dy * sine + width / 2, dy * cosine - dx * sine + height / 2)
            let quiet = (isLinear ? 11 : 4) * module
            let above = isLinear ? 12.0 : quiet
            guard u >= -quiet, v >= -above, u < width + quiet, v < height + above else { return nil }
            guard u >= 0, v >= 0, u < width, v < height else { return light }
            return isDark(Int(u / module), isLinear ? 0 : Int(v / module)) ? dark : light
        }
    }

    /// - Parameters:
    ///   - cause: What is to be wrong; nil for nothing.
    ///   - seed: Scenes of other seeds are others.
    init(_ cause: ReaderHint?, seed: UInt64) {
        var dice = Dice(seed)
        self.cause = cause
        let (width, height) = (Self.width, Self.height)
        var samples = Self.background(&dice)
        let kind = cause == nil ? Int(dice.pick(0...4.999)) : 0
        switch kind {
        case 2: Self.drawBoxes(&samples, &dice)
        case 3: Self.drawText(&samples, &dice)
        case 4: Self.drawTexture(&samples, &dice)
        default: break
        }
        var code = Self.code(&dice)
        let light = dice.pick(185...220)
        let dark = dice.pick(15...45)
        switch cause {
        case .tooFar: code.module = code.isLinear ? dice.pick(0.7...1.0) : dice.pick(1.2...1.8)
        case .cutOff:
            code.degrees = dice.pick(-5...5)
            let out = dice.pick(0.2...0.4)
            let x = code.width * (0.5 - out)
            if code.isLinear || dice.either() {
                code.center.x = dice.either() ? x : Double(width) - x
            } else {
                let y = code.height * (0.5 - out)
                code.center.y = dice.either() ? y : Double(height) - y
            }
        default: break
        }
        if kind < 2 {
            for y in 0..<height {
                for x in 0..<width {
                    var sum = 0.0
                    var count = 0.0
                    for part in 0..<9 {
                        let (offsetX, offsetY) = (
                            (Double(part % 3) + 0.5) / 3, (Double(part / 3) + 0.5) / 3
                        )
                        if let value = code.color(
                            Double(x) + offsetX, Double(y) + offsetY, light: light, dark: dark)
                        {
                            sum += value
                            count += 1
                        }
                    }
                    let place = y * width + x
                    samples[place] = (sum + (9 - count) * samples[place]) / 9
                }
            }
        }
        var noise = dice.pick(1...4)
        // Around the code, where there is one: what is behind it is soft as it is.
        let reach = kind < 2 ? max(code.width, code.height) * 0.5 + 14 * code.module : Double(width)
        let part = (
            x: max(0, Int(code.center.x - reach))..<min(width, Int(code.center.x + reach)),
            y: max(0, Int(code.center.y - reach))..<min(height, Int(code.center.y + reach))
        )
        switch cause {
        case .tooDark:
            let gain = dice.pick(0.04...0.1)
            for place in samples.indices { samples[place] *= gain }
            noise = dice.pick(8...14)
        case .backlit:
            let gain = dice.pick(0.05...0.1)
            let reach = CGPoint(x: dice.pick(0.62...0.75), y: dice.pick(0.8...0.95))
            for y in 0..<height {
                for x in 0..<width {
                    let isInside =
                        abs(Double(x) / Double(width) - 0.5) < reach.x / 2
                        && abs(Double(y) / Double(height) - 0.5) < reach.y / 2
                    samples[y * width + x] = isInside ? samples[y * width + x] * gain : 255
                }
            }
            noise = dice.pick(6...10)
        case .motionBlur:
            let angle = dice.pick(0...180) * .pi / 180
            // Along the bars of a linear code a motion takes nothing away.
            let way = code.isLinear ? (code.degrees + dice.pick(-30...30)) * .pi / 180 : angle
            Self.blur(&samples, Self.line(length: code.module * dice.pick(2.6...4), angle: way), part)
        case .outOfFocus:
            Self.blur(&samples, Self.disc(radius: code.module * dice.pick(1.5...2.4)), part)
        case .glare:
            let radius = min(code.width, code.height) * dice.pick(0.28...0.42)
            let center = CGPoint(
                x: code.center.x + dice.pick(-0.15...0.15) * code.width,
                y: code.center.y + dice.pick(-0.1...0.1) * code.height)
            for y in 0..<height {
                for x in 0..<width {
                    let distance = hypot(Double(x) - center.x, Double(y) - center.y)
                    samples[y * width + x] +=
                        300 * min(1, max(0, (radius * 1.15 - distance) / (radius * 0.3)))
                }
            }
        default: break
        }
        // What lenses and demosaicing leave.
        if cause != .motionBlur, cause != .outOfFocus { Self.blur(&samples, Self.disc(radius: 0.7), part) }
        var random = Noise(seed: seed &+ 77)
        let finished = samples.map { value in
            UInt8(
                min(
                    max((min(value, 255) + (random.next() + random.next() - 1) * noise * 1.7).rounded(), 0),
                    255))
        }
        plane = Plane(width: width, height: height, samples: finished)
    }

    private static func code(_ dice: inout Dice) -> Code {
        let isLinear = dice.either()
        let center = CGPoint(
            x: Double(width) / 2 + dice.pick(-40...40), y: Double(height) / 2 + dice.pick(-30...30))
        if isLinear {
            var digits = (0..<12).map { _ in Int(dice.pick(0...9.99)) }
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
            digits.append((10 - sum % 10) % 10)
            let bars = EAN13.bars(of: digits)
            return Code(
                isLinear: true, columns: bars.count, rows: dice.pick(70...110), isDark: { x, _ in bars[x] },
                module: dice.pick(2.2...3.2), center: center, degrees: dice.pick(-5...5))
        }
        let text = String(repeating: "A\(Int(dice.pick(0...99999)))", count: dice.either() ? 1 : 4)
        let symbol = QRSymbol(text)
        let plane = symbol?.plane(scale: 1) ?? Plane(width: 1, height: 1, samples: [0])
        let side = symbol?.side ?? 1
        let cells = plane.withBytes { bytes in
            (0..<side * side).map { bytes[($0 / side + 4) * plane.bytesPerRow + $0 % side + 4] < 128 }
        }
        return Code(
            isLinear: false, columns: side, rows: 0,
            isDark: { cells[min($1, side - 1) * side + min($0, side - 1)] },
            module: dice.pick(3.5...6), center: center, degrees: dice.pick(-12...12))
    }

    // MARK: - What is around

    private static func background(_ dice: inout Dice) -> [Double] {
        let (first, last) = (dice.pick(70...150), dice.pick(70...150))
        return (0..<width * height).map { place in
            first + (last - first) * Double(place % width + place / width) / Double(width + height)
        }
    }

    private static func fill(
        _ samples: inout [Double], _ x: Double, _ y: Double, _ wide: Double, _ high: Double, _ value: Double
    ) {
        for row in max(0, Int(y))..<max(max(0, Int(y)), min(height, Int(y + high))) {
            for column in max(0, Int(x))..<max(max(0, Int(x)), min(width, Int(x + wide))) {
                samples[row * width + column] = value
            }
        }
    }

    private static func drawBoxes(_ samples: inout [Double], _ dice: inout Dice) {
        for _ in 0..<Int(dice.pick(0...12)) {
            fill(
                &samples, dice.pick(-50...400), dice.pick(-50...300), dice.pick(20...200),
                dice.pick(20...200),
                dice.pick(20...230))
        }
    }

    /// Lines of strokes, as printed text has them.
    private static func drawText(_ samples: inout [Double], _ dice: inout Dice) {
        fill(&samples, 30, 20, 420, 320, dice.pick(200...235))
        let size = dice.pick(7...16)
        var y = 35.0
        while y < 320 - size {
            var x = 45.0
            while x < 420 {
                let wide = size * dice.pick(0.4...0.7)
                for _ in 0..<3 {
                    if dice.either() {
                        fill(&samples, x + dice.pick(0...wide), y, max(1, size / 7), size, 40)
                    } else {
                        fill(&samples, x, y + dice.pick(0...size), wide, max(1, size / 8), 40)
                    }
                }
                x += wide * 1.4 + (dice.pick(0...1) < 0.17 ? size * 0.6 : 0)
            }
            y += size * 1.7
        }
    }

    /// Fences, tiles, boards.
    private static func drawTexture(_ samples: inout [Double], _ dice: inout Dice) {
        let (wide, high) = (dice.pick(5...40), dice.pick(5...40))
        let kind = Int(dice.pick(0...2.999))
        let (first, last) = (dice.pick(20...90), dice.pick(140...220))
        for y in 0..<height {
            for x in 0..<width {
                let (column, row) = (Int(Double(x) / wide), Int(Double(y) / high))
                let isFirst =
                    switch kind {
                    case 0: column % 2 == 0
                    case 1: (column + row) % 2 == 0
                    default: row % 2 == 0
                    }
                samples[y * width + x] = isFirst ? first : last
            }
        }
    }

    // MARK: - Optics

    private typealias Kernel = [(x: Int, y: Int, weight: Double)]

    private static func kernel(reach: Int, _ weight: (Double, Double) -> Double) -> Kernel {
        var kernel: Kernel = []
        for y in -reach...reach {
            for x in -reach...reach {
                var sum = 0.0
                for part in 0..<25 {
                    let (dx, dy) = (Double(part % 5) / 5 - 0.4, Double(part / 5) / 5 - 0.4)
                    sum += weight(Double(x) + dx, Double(y) + dy)
                }
                if sum > 0 { kernel.append((x, y, sum)) }
            }
        }
        let whole = kernel.reduce(0) { $0 + $1.weight }
        return kernel.map { ($0.x, $0.y, $0.weight / whole) }
    }

    private static func disc(radius: Double) -> Kernel {
        kernel(reach: Int(radius.rounded(.up))) { hypot($0, $1) <= radius ? 1 : 0 }
    }

    private static func line(length: Double, angle: Double) -> Kernel {
        kernel(reach: Int((length / 2 + 1).rounded(.up))) { x, y in
            let (along, beside) = (x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle))
            return abs(along) <= length / 2 && abs(beside) <= 0.6 ? 1 : 0
        }
    }

    private static func blur(
        _ samples: inout [Double], _ kernel: Kernel, _ part: (x: Range<Int>, y: Range<Int>)
    ) {
        let source = samples
        for y in part.y {
            for x in part.x {
                var sum = 0.0
                for part in kernel {
                    let (column, row) = (
                        min(max(x + part.x, 0), width - 1), min(max(y + part.y, 0), height - 1)
                    )
                    sum += part.weight * source[row * width + column]
                }
                samples[y * width + x] = sum
            }
        }
    }
}
