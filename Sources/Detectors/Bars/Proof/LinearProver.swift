import Foundation
import MetadataOutput

/// Holds the linear readings of one picture against it, as long as there is a budget for that.
struct LinearProver {
    private struct Key: Hashable {
        let type: MetadataObjectType
        let text: [UInt8]
    }

    /// How often one text at one place is held against the picture: engines and steps know the place more or less well.
    private static let mostTries = 4

    private var budget = ProofBudget()
    /// Where an engine knows a text to be in several rows: others tell nothing of them.
    private var stacks: [Key: [CGRect]] = [:]
    private var proofs: [Key: [(box: CGRect, proof: LinearProof)]] = [:]

    /// A reading with the proof of its bars, if it has one; its own or, where that is clear, that of an earlier reading of the
    /// same symbol.
    ///
    /// - Parameters:
    ///   - row: ``Symbol/row``.
    ///   - isStacked: ``Symbol/isStacked``.
    ///   - hasTime: Whether there is time to look at the picture.
    /// - Returns: Nil if it might have a proof, and there is no time or no budget any more.
    mutating func proved(
        _ reading: Reading, row: [Int]? = nil, isStacked: Bool = false, in picture: Plane,
        hasTime: Bool = true
    ) -> Reading? {
        guard case .code(let content) = reading.content, content.isDecoded else { return reading }
        let key = Key(type: reading.type, text: content.bytes)
        let box = reading.boundingBox
        let tries = proofs[key, default: []].filter { $0.box.intersects(box) }.map(\.proof)
        if isStacked { stacks[key, default: []].append(box) }
        let isStacked = stacks[key, default: []].contains(where: box.intersects)
        var reading = reading
        let before = budget
        if let clear = tries.first(where: \.isClear) {
            reading.evidence.proof = clear
        } else if budget.isExhausted || !hasTime,
            SymbolShape.shapes(of: reading.type, text: content.bytes, row: row).first != nil
        {
            return nil
        } else if tries.count < Self.mostTries,
            let proof = LinearProof(
                type: reading.type, text: content.bytes, row: row, isStacked: isStacked,
                corners: reading.corners, isInverted: content.isInverted ?? false, in: picture,
                within: &budget)
        {
            if proof.isClear { budget = before }
            reading.evidence.proof = proof
            proofs[key, default: []].append((box, proof))
        }
        return reading
    }
    /// A reading with the proof of its bars in the view that it was read in.
    static func proved(_ reading: Reading, of symbol: Symbol, inClearer view: Plane) -> Reading {
        var (reading, budget) = (reading, ProofBudget())
        reading.evidence.proof = LinearProof(
            type: symbol.type, text: symbol.content.bytes, row: symbol.row, isStacked: symbol.isStacked,
            corners: symbol.corners, isInverted: symbol.content.isInverted ?? false, in: view, within: &budget
        )
        return reading
    }
}
