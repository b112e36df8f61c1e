/// What an encoder is asked for, of which it takes what it has.
struct EncoderWishes: Equatable {
    var width: Int
    var height: Int
    /// Pictures a second.
    var frameRate: Double

    /// Pictures from one key frame to the next: a second, as a player decodes at most so much to show one, and a lost one
    /// costs as much.
    var keyFrameDistance: Int { max(1, Int(frameRate.rounded())) }

    /// Bits a second: an eighth of a bit for a pixel, 7.8 million at 1080p30, at which the encoders of small machines look as
    /// good as a camera's own JPEGs, at a tenth of their size.
    var bitRate: Int { Int(Double(width * height) * max(1, frameRate) / 8) }

    /// The lowest level of H.264 for this (ITU-T H.264, table A-1), by the kernel's number.
    var level: Int {
        let blocks = ((width + 15) / 16) * ((height + 15) / 16)
        // Most blocks a second and a picture, and bits a second.
        let levels: [(number: Int, rate: Int, size: Int, bits: Int)] = [
            (8, 40_500, 1_620, 10_000_000), (9, 108_000, 3_600, 14_000_000), (10, 216_000, 5_120, 20_000_000),
            (11, 245_760, 8_192, 20_000_000), (13, 522_240, 8_704, 50_000_000),
            (14, 589_824, 22_080, 135_000_000), (15, 983_040, 36_864, 240_000_000),
        ]
        let rate = Double(blocks) * frameRate
        return levels.first { Double($0.rate) >= rate && $0.size >= blocks && $0.bits >= bitRate }?.number
            ?? 16
    }

    /// Sets what the encoder has of it, in the order in which drivers want it.
    func apply(to node: VideoNode) {
        // Every picture in the order in which it was taken, whole, and what a decoder must know with each key frame.
        set(.bFrameCount, 0, on: node)
        set(.sliceMode, 0, on: node)
        set(.headerMode, 1, on: node)
        set(.repeatsHeaders, 1, on: node)
        set(.prependsHeaders, 1, on: node)
        // A variable rate: what does not change costs nothing.
        set(.rateControlEnabled, 1, on: node)
        set(.bitRateMode, 0, on: node)
        set(.bitRate, bitRate, on: node)
        set(.keyFrameDistance, keyFrameDistance, on: node)
        set(.h264KeyFrameDistance, keyFrameDistance, on: node)
        // High, else Main.
        if !set(.h264Profile, 4, on: node) { set(.h264Profile, 2, on: node) }
        set(.h264Level, level, on: node)
    }

    /// - Returns: false if it has no such control or value.
    @discardableResult
    private func set(_ control: ControlID, _ value: Int, on node: VideoNode) -> Bool {
        guard let found = try? node.control(control), !found.isDisabled, !found.isReadOnly,
            found.minimum <= found.maximum
        else { return false }
        let value = found.kind == .integer ? min(max(value, found.minimum), found.maximum) : value
        return (try? node.setValue(value, of: control)) != nil
    }
}
