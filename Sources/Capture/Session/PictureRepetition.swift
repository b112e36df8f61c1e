import MetadataOutput

/// For how long a source has given one and the same picture: a driver that hangs, or a grabber without a signal, may hand out its last
/// one for ever, with new numbers and times. That is no proof of a fault, as a lens that is covered may give the same black to the byte;
/// the noise of a sensor that sees anything does not.
struct PictureRepetition {
    /// Of words that are looked at in each picture, one in so many; all of them only where these are as before.
    private static let stride = 61

    private var sample: UInt64?
    private var whole: UInt64?
    private var first = ContinuousClock.now

    /// Takes the next picture.
    ///
    /// - Returns: For how long they have been the same; zero of one that is another than the one before.
    mutating func note(_ payload: Payload, at moment: ContinuousClock.Instant = .now) -> Duration {
        let sample = payload.checksum(everyWord: Self.stride)
        guard let sample, sample == self.sample else {
            (self.sample, whole, first) = (sample, nil, moment)
            return .zero
        }
        let whole = payload.checksum(everyWord: 1)
        if whole != self.whole { (self.whole, first) = (whole, moment) }
        return moment - first
    }
}

extension Payload {
    /// Of its bytes as they came, by words of eight; nil where there are none.
    fileprivate func checksum(everyWord stride: Int) -> UInt64? {
        switch self {
        case .encoded(let bytes, _):
            return bytes.withUnsafeBytes { $0.checksum(everyWord: stride, after: StableHash.start) }
        case .frame(let frame):
            let luma = frame.luma
            return luma.withUnsafeSamples { samples in
                let bytes = UnsafeRawBufferPointer(
                    start: samples, count: (luma.height - 1) * luma.bytesPerRow + luma.width)
                return (0..<luma.height).reduce(StableHash.start) { hash, row in
                    let begin = row * luma.bytesPerRow
                    let words = UnsafeRawBufferPointer(rebasing: bytes[begin..<begin + luma.width])
                    return words.checksum(everyWord: stride, from: row, after: hash)
                }
            }
        case .cropped(let payload, _), .masked(let payload, _): return payload.checksum(everyWord: stride)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// - Parameter first: Where the first word is looked at, in words, so that it is not the same column of each row.
    fileprivate func checksum(everyWord stride: Int, from first: Int = 0, after hash: UInt64) -> UInt64 {
        var hash = (hash ^ UInt64(count)) &* 0x100_0000_01b3
        for place in Swift.stride(from: first % stride * 8, through: count - 8, by: stride * 8) {
            hash = (hash ^ loadUnaligned(fromByteOffset: place, as: UInt64.self)) &* 0x100_0000_01b3
            hash ^= hash >> 32
        }
        guard stride == 1 else { return hash }
        for byte in suffix(count % 8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return hash
    }
}
