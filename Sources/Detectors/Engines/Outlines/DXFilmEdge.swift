/// The data track of a DX film edge symbol, as far as it matters which way round it is read.
enum DXFilmEdge {
    /// Whether the bars read backwards are a symbol too: its stop and a set parity bit look like a start.
    ///
    /// - Parameter text: Product, specifier and frame, such as `115-10/11A`.
    static func isReversible(_ text: some StringProtocol) -> Bool {
        let numbers = text.split { !$0.isNumber }.compactMap { UInt($0) }
        guard numbers.count == 2 || numbers.count == 3 else { return false }
        var bits = numbers[0].nonzeroBitCount + numbers[1].nonzeroBitCount
        if numbers.count == 3 { bits += numbers[2].nonzeroBitCount + (text.hasSuffix("A") ? 1 : 0) }
        // Backwards, the specifier's last bit or the product's fourth stands for a separator, which is never set.
        let separator = numbers.count == 3 ? numbers[1] & 1 : numbers[0] >> 3 & 1
        return bits % 2 == 1 && separator == 0
    }
}
