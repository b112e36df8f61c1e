import MetadataOutput

extension Search {
    /// An engine on the whole picture.
    mutating func readPicture(
        _ pixels: Pixels, with reader: Step.Reader, types: Set<MetadataObjectType>, step: String
    ) {
        guard let view = planes.view(pixels) else { return }
        var reader = reader
        if case .zxing(var options) = reader, request.includesUndecoded, pixels.isPlain {
            options.returnsUndecoded = true
            reader = .zxing(options)
        }
        read(
            view, with: reader, types: types, step: step,
            evidence: Evidence(
                source: pixels.isFaithful ? .plain : .rescue, isTurned: pixels.isTurned),
            isInverted: pixels.isInverted, isMirrored: pixels.isMirrored)
    }
}
