/// An encoder of EAN-13 (ISO/IEC 15420), to draw symbols for tests.
enum EAN13 {
    /// 95 modules, true where dark.
    ///
    /// - Parameter digits: 13, the check digit included.
    static func bars(of digits: [Int]) -> [Bool] {
        let parity = parities[digits[0]]
        let left = zip(digits[1...6], parity).map { digit, isEven in
            isEven ? Array(setC(digit).reversed()) : setC(digit).map { !$0 }
        }
        let right = digits[7...12].map(setC)
        let edge = [true, false, true]
        return edge + left.flatMap { $0 } + [false, true, false, true, false] + right.flatMap { $0 } + edge
    }

    /// Widths of space and bar in turn are those of number set A; set C is its complement, B is C mirrored.
    private static let widths = [
        [3, 2, 1, 1], [2, 2, 2, 1], [2, 1, 2, 2], [1, 4, 1, 1], [1, 1, 3, 2], [1, 2, 3, 1], [1, 1, 1, 4],
        [1, 3, 1, 2], [1, 2, 1, 3], [3, 1, 1, 2],
    ]

    private static func setC(_ digit: Int) -> [Bool] {
        widths[digit].enumerated().flatMap { index, width in
            [Bool](repeating: index.isMultiple(of: 2), count: width)
        }
    }

    /// Which of the left digits are of set B, by the first digit.
    private static let parities: [[Bool]] = [
        "000000", "001011", "001101", "001110", "010011", "011001", "011100", "010101", "010110", "011010",
    ].map { $0.map { $0 == "1" } }
}
