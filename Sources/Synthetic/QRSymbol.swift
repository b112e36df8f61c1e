import MetadataOutput

/// A QR code of a short text as modules, for scenes: versions 1 to 5 at level L, bytes, always the same mask. What can
/// be read of it is up to readers; nothing here reads.
struct QRSymbol {
    /// Codewords of data and of error correction, by version from 1: one block each.
    private static let sizes = [(19, 7), (34, 10), (55, 15), (80, 20), (108, 26)]

    /// Modules a side.
    let side: Int
    private var isDark: [Bool]
    /// Modules that hold no data.
    private var isFixed: [Bool]

    /// Makes the smallest symbol for the text's bytes; nil if they are more than 106.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = Self.sizes.firstIndex(where: { bytes.count + 2 <= $0.0 }) else { return nil }
        let (dataCount, checkCount) = Self.sizes[version]
        side = 21 + 4 * version
        (isDark, isFixed) = (
            Array(repeating: false, count: side * side), Array(repeating: false, count: side * side)
        )
        drawPatterns(hasAlignment: version > 0)
        let data = Self.data(bytes, count: dataCount)
        drawData(data + Self.check(of: data, count: checkCount))
    }

    /// The symbol with its quiet zone.
    ///
    /// - Parameter scale: Pixels a module.
    func plane(scale: Int) -> Plane {
        let whole = (side + 8) * scale
        var samples = [UInt8](repeating: 235, count: whole * whole)
        for y in 0..<side * scale {
            for x in 0..<side * scale where isDark[y / scale * side + x / scale] {
                samples[(y + 4 * scale) * whole + x + 4 * scale] = 20
            }
        }
        return Plane(width: whole, height: whole, samples: samples)
    }

    // MARK: - Codewords

    /// Mode, count, bytes, end, and what fills up.
    private static func data(_ bytes: [UInt8], count: Int) -> [UInt8] {
        // Four bits of mode and eight of count: everything after is half a byte off.
        var nibbles: [UInt8] = [4, UInt8(bytes.count >> 4), UInt8(bytes.count & 15)]
        for byte in bytes { nibbles += [byte >> 4, byte & 15] }
        nibbles.append(0)
        var words: [UInt8] = []
        for place in stride(from: 0, to: nibbles.count, by: 2) {
            words.append(nibbles[place] << 4 | nibbles[place + 1])
        }
        while words.count < count {
            words.append((words.count - bytes.count).isMultiple(of: 2) ? 0xEC : 0x11)
        }
        return words
    }

    /// Reed and Solomon's check words.
    private static func check(of data: [UInt8], count: Int) -> [UInt8] {
        var generator: [UInt8] = [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            var next = generator + [0]
            for (place, factor) in generator.enumerated() { next[place + 1] ^= times(factor, root) }
            (generator, root) = (next, times(root, 2))
        }
        var rest = data + Array(repeating: 0, count: count)
        for place in data.indices where rest[place] != 0 {
            let factor = rest[place]
            for (offset, coefficient) in generator.enumerated() {
                rest[place + offset] ^= times(coefficient, factor)
            }
        }
        return Array(rest.suffix(count))
    }

    /// The product in the field of 256 elements that QR codes use.
    private static func times(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var (product, left, right) = (UInt16(0), UInt16(left), right)
        while right > 0 {
            if right & 1 == 1 { product ^= left }
            left <<= 1
            if left > 255 { left ^= 0x11D }
            right >>= 1
        }
        return UInt8(product)
    }

    // MARK: - Modules

    private mutating func set(_ x: Int, _ y: Int, _ dark: Bool) {
        guard (0..<side).contains(x), (0..<side).contains(y) else { return }
        isDark[y * side + x] = dark
        isFixed[y * side + x] = true
    }

    private mutating func drawPatterns(hasAlignment: Bool) {
        for place in 0..<side {
            set(place, 6, place.isMultiple(of: 2))
            set(6, place, place.isMultiple(of: 2))
        }
        // Rings: each pattern is told by how far a module is from its middle.
        func draw(_ x: Int, _ y: Int, reach: Int, light: Set<Int>) {
            for offsetY in -reach...reach {
                for offsetX in -reach...reach {
                    set(x + offsetX, y + offsetY, !light.contains(max(abs(offsetX), abs(offsetY))))
                }
            }
        }
        for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { draw(x, y, reach: 4, light: [2, 4]) }
        if hasAlignment { draw(side - 7, side - 7, reach: 2, light: [1]) }
        drawFormat()
    }

    /// Level L and mask 0, twice, with their own check bits.
    private mutating func drawFormat() {
        let format = 0b01_000
        var rest = format
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (format << 10 | rest) ^ 0x5412
        func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0..<6 { set(8, place, bit(place)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for place in 9..<15 { set(14 - place, 8, bit(place)) }
        for place in 0..<8 { set(side - 1 - place, 8, bit(place)) }
        for place in 8..<15 { set(8, side - 15 + place, bit(place)) }
        set(8, side - 8, true)
    }

    /// In columns of two from the right, up and down in turns, past what is fixed.
    private mutating func drawData(_ words: [UInt8]) {
        var bit = 0
        var isUpwards = true
        for right in stride(from: side - 1, to: 0, by: -2) {
            let right = right <= 6 ? right - 1 : right
            for step in 0..<side {
                let y = isUpwards ? side - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * side + x] {
                    let isSet = bit < words.count * 8 && words[bit / 8] >> (7 - bit % 8) & 1 == 1
                    isDark[y * side + x] = isSet != (x + y).isMultiple(of: 2)
                    bit += 1
                }
            }
            isUpwards.toggle()
        }
    }
}
