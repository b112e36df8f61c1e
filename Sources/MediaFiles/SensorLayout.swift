/// How a sensor's samples lie in a camera's buffers, under the kernel's names.
package struct SensorLayout: Sendable, Hashable {
    /// The colours of two by two pixels.
    package enum Pattern: String, Sendable, Hashable, CaseIterable {
        case rggb, grbg, gbrg, bggr
        /// No colours.
        case mono

        /// DNG's numbers of the colours, row by row: 0 red, 1 green, 2 blue.
        var colours: [UInt8] {
            switch self {
            case .rggb: [0, 1, 1, 2]
            case .grbg: [1, 0, 2, 1]
            case .gbrg: [1, 2, 0, 1]
            case .bggr: [2, 1, 1, 0]
            case .mono: []
            }
        }
    }

    /// How the bits of samples lie.
    private enum Packing {
        /// A byte or two each, little-endian.
        case unpacked
        /// Two bytes each, big-endian.
        case bigEndian
        /// MIPI CSI-2: the high eight bits of some samples, then the low bits of all of them.
        case csi
        /// One after the other, the high bits first.
        case bitstream
    }

    /// The colours.
    package let pattern: Pattern
    /// Bits that a sample has: 8, 10, 12, 14 or 16.
    package let bits: Int
    private let packing: Packing

    /// The layout of a pixel format; nil if it is none of a sensor's.
    ///
    /// - Parameter name: The kernel's four characters, without blanks at the end.
    package init?(named name: String) {
        switch name {
        case "GREY": (pattern, bits, packing) = (.mono, 8, .unpacked)
        case "Y10": (pattern, bits, packing) = (.mono, 10, .unpacked)
        case "Y12": (pattern, bits, packing) = (.mono, 12, .unpacked)
        case "Y14": (pattern, bits, packing) = (.mono, 14, .unpacked)
        case "Y16": (pattern, bits, packing) = (.mono, 16, .unpacked)
        case "Y16-BE": (pattern, bits, packing) = (.mono, 16, .bigEndian)
        case "Y10B": (pattern, bits, packing) = (.mono, 10, .bitstream)
        case "Y10P": (pattern, bits, packing) = (.mono, 10, .csi)
        case "Y12P": (pattern, bits, packing) = (.mono, 12, .csi)
        case "Y14P": (pattern, bits, packing) = (.mono, 14, .csi)
        case "BA81": (pattern, bits, packing) = (.bggr, 8, .unpacked)
        case "GBRG", "GRBG", "RGGB":
            (pattern, bits, packing) = (Pattern(rawValue: name.lowercased()) ?? .rggb, 8, .unpacked)
        case "BYR2": (pattern, bits, packing) = (.bggr, 16, .unpacked)
        case "BG10", "GB10", "BA10", "RG10", "BG12", "GB12", "BA12", "RG12", "BG14", "GB14", "GR14", "RG14",
            "GB16", "GR16", "RG16":
            guard let bits = Int(name.suffix(2)), let pattern = Self.pattern(name.prefix(2)) else {
                return nil
            }
            (self.pattern, self.bits, packing) = (pattern, bits, .unpacked)
        default:
            // pBAA, pGAA, pgAA, pRAA; …CC of 12 bits, …EE of 14.
            let letters = Array(name)
            guard letters.count == 4, letters[0] == "p", letters[2] == letters[3],
                let bits = ["A": 10, "C": 12, "E": 14][letters[2]],
                let pattern = ["B": Pattern.bggr, "G": .gbrg, "g": .grbg, "R": .rggb][letters[1]]
            else { return nil }
            (self.pattern, self.bits, packing) = (pattern, bits, .csi)
        }
    }

    /// What the kernel's first two letters stand for; `BA` is `GR` of the older names.
    private static func pattern(_ letters: Substring) -> Pattern? {
        ["BG": .bggr, "GB": .gbrg, "GR": .grbg, "BA": .grbg, "RG": .rggb][letters]
    }

    /// Bytes of a row's samples.
    package func rowLength(width: Int) -> Int {
        switch packing {
        case .unpacked, .bigEndian: bits > 8 ? 2 * width : width
        case .bitstream: (width * bits + 7) / 8
        case .csi:
            // A group is never cut: four samples in five bytes, two in three, four in seven.
            bits == 12 ? (width + 1) / 2 * 3 : (width + 3) / 4 * (bits == 10 ? 5 : 7)
        }
    }

    /// The samples of a picture as numbers, row by row without gaps.
    ///
    /// - Parameter bytesPerRow: From row to row; some drivers leave it out where rows follow each other closely.
    /// - Returns: nil if there are too few bytes.
    package func samples(_ bytes: [UInt8], width: Int, height: Int, bytesPerRow: Int) -> [UInt16]? {
        let length = rowLength(width: width)
        let stride = max(bytesPerRow, length)
        guard width > 0, height > 0, width <= 1 << 16, height <= 1 << 16,
            bytes.count >= (height - 1) * stride + length
        else { return nil }
        var samples: [UInt16] = []
        samples.reserveCapacity(width * height)
        let most = UInt16(truncatingIfNeeded: (1 << bits) - 1)
        for row in 0..<height {
            let start = row * stride
            for x in 0..<width {
                let sample: UInt16
                switch packing {
                case .unpacked where bits == 8: sample = UInt16(bytes[start + x])
                case .unpacked: sample = UInt16(bytes[start + 2 * x]) | UInt16(bytes[start + 2 * x + 1]) << 8
                case .bigEndian: sample = UInt16(bytes[start + 2 * x]) << 8 | UInt16(bytes[start + 2 * x + 1])
                case .bitstream:
                    let bit = x * bits
                    let place = start + bit / 8
                    let next = place + 1 < bytes.count ? UInt32(bytes[place + 1]) : 0
                    let word = UInt32(bytes[place]) << 8 | next
                    sample = UInt16(truncatingIfNeeded: word >> UInt32(16 - bits - bit % 8)) & most
                case .csi: sample = csiSample(bytes, start, x)
                }
                // What stands above the bits that count is nobody's.
                samples.append(packing == .unpacked && bits < 16 ? min(sample, most) : sample)
            }
        }
        return samples
    }

    @inline(__always)
    private func csiSample(_ bytes: [UInt8], _ start: Int, _ x: Int) -> UInt16 {
        switch bits {
        case 10:
            let group = start + x / 4 * 5
            return UInt16(bytes[group + x % 4]) << 2 | UInt16(bytes[group + 4] >> UInt8(2 * (x % 4)) & 3)
        case 12:
            let group = start + x / 2 * 3
            return UInt16(bytes[group + x % 2]) << 4 | UInt16(bytes[group + 2] >> UInt8(4 * (x % 2)) & 15)
        default:
            let group = start + x / 4 * 7
            let low =
                UInt32(bytes[group + 4]) | UInt32(bytes[group + 5]) << 8 | UInt32(bytes[group + 6]) << 16
            return UInt16(bytes[group + x % 4]) << 6
                | UInt16(truncatingIfNeeded: low >> UInt32(6 * (x % 4)) & 63)
        }
    }
}
