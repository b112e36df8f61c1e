import MetadataOutput

/// How the codewords of a QR code are spread over blocks, each with error correction of its own (ISO/IEC 18004, table 9).
struct QRBlocks {
    /// Blocks, and error correction codewords in each.
    let count: Int, corrections: Int

    init(version: Int, level: QRCodeDescriptor.ErrorCorrectionLevel) {
        let (counts, corrections) =
            switch level {
            case .levelL: (Self.countsL, Self.correctionsL)
            case .levelM: (Self.countsM, Self.correctionsM)
            case .levelQ: (Self.countsQ, Self.correctionsQ)
            case .levelH: (Self.countsH, Self.correctionsH)
            }
        (count, self.corrections) = (counts[version - 1], corrections[version - 1])
    }

    /// The data codewords of all blocks, corrected; nil where one is damaged beyond repair.
    func payload(of codewords: [UInt8]) -> [UInt8]? {
        let data = codewords.count - count * corrections
        guard data > 0 else { return nil }
        // The last blocks have one data codeword more, which comes after the others'.
        let (short, longer) = data.quotientAndRemainder(dividingBy: count)
        var payload: [UInt8] = []
        for block in 0..<count {
            let isLonger = block >= count - longer
            var words = (0..<short).map { codewords[$0 * count + block] }
            if isLonger { words.append(codewords[short * count + block - (count - longer)]) }
            words += (0..<corrections).map { codewords[data + $0 * count + block] }
            guard let corrected = ReedSolomon.corrected(words, corrections: corrections) else { return nil }
            payload += corrected.dropLast(corrections)
        }
        return payload
    }

    private static let correctionsL = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
        28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let correctionsM = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
        26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    private static let correctionsQ = [
        13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30,
        28, 30, 30, 30, 30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let correctionsH = [
        17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28,
        30, 24, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let countsL = [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
        8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ]
    private static let countsM = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
        17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]
    private static let countsQ = [
        1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20,
        23, 23, 25, 27, 29, 34, 34, 35, 38, 40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
    ]
    private static let countsH = [
        1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25,
        25, 34, 30, 32, 35, 37, 40, 42, 45, 48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
    ]
}
