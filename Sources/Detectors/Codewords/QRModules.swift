import MetadataOutput

/// The modules of a QR code of model 2, from which its codewords are read (ISO/IEC 18004 §7.3, §7.7, §7.8).
struct QRModules {
    /// 1…40.
    let version: Int
    /// Modules a side.
    let side: Int
    private let isDark: (_ x: Int, _ y: Int) -> Bool
    /// The lines of alignment patterns.
    private let alignments: [Int]

    /// - Parameters:
    ///   - samples: A byte a module, row by row from the top left of the picture; 0 is dark.
    ///   - isMirrored: Whether rows and columns are exchanged.
    /// - Returns: nil for a number of modules that no version has.
    init?(samples: [UInt8], side: Int, isMirrored: Bool) {
        guard side >= 21, side <= 177, side % 4 == 1, samples.count == side * side else { return nil }
        (version, self.side) = ((side - 17) / 4, side)
        alignments = Self.alignments(version: version, side: side)
        isDark = { x, y in samples[isMirrored ? x * side + y : y * side + x] == 0 }
    }

    /// All codewords in the order in which they stand in the symbol, unmasked.
    func codewords(mask: Int) -> [UInt8] {
        var (codewords, byte, count) = ([UInt8](), UInt8(0), 0)
        var columns = Array(stride(from: side - 1, to: 6, by: -2)) + [5, 3, 1]
        var goesUp = true
        while !columns.isEmpty {
            let right = columns.removeFirst()
            for row in 0..<side {
                let y = goesUp ? side - 1 - row : row
                for x in [right, right - 1] where !isFunction(x, y) {
                    byte = byte << 1 | (isDark(x, y) != Self.isMasked(mask, x, y) ? 1 : 0)
                    count += 1
                    if count % 8 == 0 { codewords.append(byte) }
                }
            }
            goesUp.toggle()
        }
        return codewords
    }

    /// Whether a module is part of the patterns, or of the format's or the version's information.
    private func isFunction(_ x: Int, _ y: Int) -> Bool {
        if x == 6 || y == 6 { return true }
        if x < 9 && y < 9 || x < 9 && y >= side - 8 || x >= side - 8 && y < 9 { return true }
        if version >= 7, x < 6 && y >= side - 11 || y < 6 && x >= side - 11 { return true }
        return isAligned(x, y)
    }

    /// Whether a module is in an alignment pattern: one on each crossing of some lines but in the corners of the finders.
    private func isAligned(_ x: Int, _ y: Int) -> Bool {
        guard let column = alignments.first(where: { abs($0 - x) <= 2 }),
            let row = alignments.first(where: { abs($0 - y) <= 2 }), let last = alignments.last
        else { return false }
        return !(column == 6 && row == 6 || column == 6 && row == last || column == last && row == 6)
    }

    /// The first line at 6, the others evenly from the far side (annex E).
    private static func alignments(version: Int, side: Int) -> [Int] {
        guard version > 1 else { return [] }
        let gaps = version / 7 + 1
        // Even, and rounded so that the gap at the beginning is the smallest; version 32 is the exception.
        let step = version == 32 ? 26 : (side - 13 + 2 * gaps - 1) / (2 * gaps) * 2
        return [6] + (0..<gaps).map { side - 7 - (gaps - 1 - $0) * step }
    }

    /// Whether a mask turns the module over (§7.8.2).
    private static func isMasked(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (y / 2 + x / 3) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
