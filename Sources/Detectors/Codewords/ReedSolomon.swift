/// Reed-Solomon correction as QR codes have it: the field of 256 elements by x⁸ + x⁴ + x³ + x² + 1, roots from α⁰ on
/// (ISO/IEC 18004 §7.5.2, annex B).
enum ReedSolomon {
    /// A block with up to half as many wrong codewords as it has corrections put right; nil where there are more.
    static func corrected(_ block: [UInt8], corrections: Int) -> [UInt8]? {
        let syndromes = syndromes(of: block, count: corrections)
        if syndromes.allSatisfy({ $0 == 0 }) { return block }
        let locator = locator(syndromes)
        let errors = locator.count - 1
        guard errors * 2 <= corrections else { return nil }
        // Where the locator is zero a codeword is wrong; by how much say the evaluator and the locator's odd part (Forney).
        let inverses = block.indices.map { power($0 + 1 - block.count) }
        let places = block.indices.filter { value(of: locator, at: inverses[$0]) == 0 }
        guard places.count == errors else { return nil }
        let evaluator = evaluator(syndromes, locator)
        let oddPart = locator.indices.map { $0 % 2 == 1 ? locator[$0] : 0 }
        var result = block
        for place in places {
            let divisor = value(of: oddPart, at: inverses[place])
            guard divisor != 0 else { return nil }
            result[place] ^= quotient(value(of: evaluator, at: inverses[place]), divisor)
        }
        return self.syndromes(of: result, count: corrections).allSatisfy { $0 == 0 } ? result : nil
    }

    /// The block's polynomial, the first codeword that of the highest power, at each root.
    private static func syndromes(of block: [UInt8], count: Int) -> [UInt8] {
        (0..<count).map { root in
            block.reduce(0) { sum, codeword in
                (sum == 0 ? 0 : powers[(logarithms[Int(sum)] + root) % 255]) ^ codeword
            }
        }
    }

    /// The shortest feedback that makes the syndromes (Berlekamp and Massey), its lowest power first.
    private static func locator(_ syndromes: [UInt8]) -> [UInt8] {
        var (locator, last): ([UInt8], [UInt8]) = ([1], [1])
        var (length, shift, lastDiscrepancy) = (0, 1, UInt8(1))
        for step in syndromes.indices {
            var discrepancy = syndromes[step]
            for place in 1..<max(1, min(length, locator.count - 1) + 1) {
                discrepancy ^= product(locator[place], syndromes[step - place])
            }
            if discrepancy == 0 {
                shift += 1
                continue
            }
            let factor = quotient(discrepancy, lastDiscrepancy)
            let before = locator
            locator += Array(repeating: 0, count: max(0, last.count + shift - locator.count))
            for place in last.indices { locator[place + shift] ^= product(factor, last[place]) }
            if 2 * length <= step {
                (length, last, lastDiscrepancy, shift) = (step + 1 - length, before, discrepancy, 1)
            } else {
                shift += 1
            }
        }
        while locator.last == 0 { locator.removeLast() }
        return locator
    }

    private static func evaluator(_ syndromes: [UInt8], _ locator: [UInt8]) -> [UInt8] {
        syndromes.indices.map { degree in
            (0...min(degree, locator.count - 1)).reduce(0) {
                $0 ^ product(locator[$1], syndromes[degree - $1])
            }
        }
    }

    /// A polynomial, its lowest power first, at a point.
    private static func value(of polynomial: [UInt8], at point: UInt8) -> UInt8 {
        polynomial.reversed().reduce(0) { product($0, point) ^ $1 }
    }

    private static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        a == 0 || b == 0 ? 0 : powers[(logarithms[Int(a)] + logarithms[Int(b)]) % 255]
    }

    /// The divisor is not 0.
    private static func quotient(_ a: UInt8, _ divisor: UInt8) -> UInt8 {
        product(a, power(-logarithms[Int(divisor)]))
    }

    /// A power of α; the exponent may be negative.
    private static func power(_ exponent: Int) -> UInt8 { powers[(exponent % 255 + 255) % 255] }

    private static let powers: [UInt8] = {
        var (powers, value) = ([UInt8](), 1)
        for _ in 0..<255 {
            powers.append(UInt8(value))
            value = value < 128 ? value << 1 : value << 1 ^ 0x11D
        }
        return powers
    }()

    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: 256)
        for (exponent, value) in powers.enumerated() { logarithms[Int(value)] = exponent }
        return logarithms
    }()
}
