/// The modules of a QR symbol that are known before anything is read: its finder patterns with the light modules around them.
struct FinderModules {
    struct Module {
        /// From the middle of the pattern, in modules: −4…4.
        let x, y: Int
        /// In the symbol, row by row.
        let index: Int

        /// The middle, a light ring, a dark ring, the separator.
        var isDark: Bool {
            let ring = max(abs(x), abs(y))
            return ring != 2 && ring != 4
        }
    }

    /// Of each of the three patterns: at the top left, at the top right, at the bottom left.
    let patterns: [[Module]]

    /// - Parameter dimension: The symbol's modules a side.
    init(dimension: Int) {
        patterns = [(3, 3), (dimension - 4, 3), (3, dimension - 4)].map { column, row in
            (max(0, row - 4)...min(dimension - 1, row + 4)).flatMap { y in
                (max(0, column - 4)...min(dimension - 1, column + 4)).map { x in
                    Module(x: x - column, y: y - row, index: y * dimension + x)
                }
            }
        }
    }
}
