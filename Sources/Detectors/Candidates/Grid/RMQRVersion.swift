/// What ISO/IEC 23941 says of a rectangular Micro QR Code's sizes.
struct RMQRVersion: Hashable {
    /// Modules a row and a column.
    let width, height: Int

    /// Widths for each height, in the order of their numbers (table 1).
    private static let all: [RMQRVersion] = [
        (7, [43, 59, 77, 99, 139]), (9, [43, 59, 77, 99, 139]), (11, [27, 43, 59, 77, 99, 139]),
        (13, [27, 43, 59, 77, 99, 139]), (15, [43, 59, 77, 99, 139]), (17, [43, 59, 77, 99, 139]),
    ].flatMap { height, widths in widths.map { RMQRVersion(width: $0, height: height) } }

    private init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    /// Columns and rows of the format information's modules beside the finder pattern, the highest bit first (7.9.2).
    static let information: [(column: Int, row: Int)] =
        [(11, 3), (11, 2), (11, 1)]
        + [10, 9, 8].flatMap { column in (1...5).reversed().map { (column, $0) } }
    /// What the information is masked with.
    private static let mask: UInt32 = 0x1FAB2

    /// Reads format information of 18 bits, of which up to three may be wrong; nil if more are.
    init?(information bits: UInt32) {
        for data in 0..<UInt32(64)
        where (QRVersion.codeword(of: Int(data)) ^ Self.mask ^ bits).nonzeroBitCount <= 3 {
            // The highest of six says how much is corrected.
            self = Self.all[Int(data & 31)]
            return
        }
        return nil
    }
}
