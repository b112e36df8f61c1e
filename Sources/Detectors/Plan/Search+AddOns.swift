import MetadataOutput

extension Search {
    /// Some readings of the picture, with the add-ons that are seen beside those that stand: ZXing takes what one line says for one, and
    /// most lines through a turned symbol miss it.
    func withAddOns(_ readings: [Reading]) -> [Reading] {
        guard readings.contains(where: { AddOn.modules(of: $0.type) != nil }) else { return readings }
        let verdict = ReadingArbiter().verdict(on: readings)
        return zip(readings, verdict.judgements).map { reading, judgement in
            // Of the readings of a symbol the first is told, with the corners that are known best.
            guard case .stands(let number) = judgement.decision else { return reading }
            return reading.withAddOn(beside: verdict.accepted[number].reading, in: planes.full.plane)
        }
    }
}

extension Reading {
    /// The same with the add-on that is seen beside the symbol.
    ///
    /// - Parameter symbol: The reading of the symbol whose corners are known best.
    fileprivate func withAddOn(beside symbol: Reading, in picture: Plane) -> Reading {
        guard case .code(var code) = content,
            let digits = AddOn.digits(
                beside: symbol.corners, of: type, isInverted: code.isInverted ?? false, in: picture)
        else { return self }
        code.addOn = digits
        // The combined packet of ISO/IEC 15420, annex B; of EAN-8 there is none.
        if code.symbologyIdentifier == "]E0" { code.symbologyIdentifier = "]E3" }
        var reading = self
        reading.content = .code(code)
        return reading
    }
}
