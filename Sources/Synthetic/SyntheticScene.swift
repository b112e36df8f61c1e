public import MetadataOutput

/// A moving scene that is made, not filmed: cut-outs on paths over a background. The same scene gives the same
/// frames, bit for bit.
public struct SyntheticScene: Sendable {
    /// What is behind everything; its size is that of the frames.
    public var background: Plane
    /// The background's colour, default grey.
    public var tint = SyntheticTint.grey
    /// What moves; later ones are in front of earlier ones.
    public var things: [SyntheticThing]
    /// Frames a second, above 0.
    public var framesPerSecond: Double
    /// How many frames there are.
    public var frameCount: Int
    /// How many moments of its exposure each frame is the mean of: 1 (default) is sharp, more blurs what moves.
    public var exposures = 1
    /// For how much of a frame's time it is exposed, 0…1; matters with several exposures. Default 0.5.
    public var shutter = 0.5
    /// The largest noise of a pixel, in steps of brightness, either way; most is less. Default 0.
    public var noise = 0
    /// The brightness in the first and the last frame, and in even steps between; 1 (default) is as it is.
    public var light: ClosedRange<Double> = 1...1
    /// What noise begins with; default 1.
    public var seed: UInt64 = 1

    /// Makes a scene that is sharp, without noise, in even light.
    public init(
        background: Plane, things: [SyntheticThing], framesPerSecond: Double = 25, frameCount: Int
    ) {
        precondition(framesPerSecond > 0 && frameCount >= 0, "a scene takes its time")
        self.background = background
        self.things = things
        self.framesPerSecond = framesPerSecond
        self.frameCount = frameCount
    }

    /// One frame.
    ///
    /// - Parameter index: From 0, below ``frameCount``.
    public func frame(_ index: Int) -> Frame {
        let begin = Double(index) / framesPerSecond
        var sums = [Int32](repeating: 0, count: background.width * background.height)
        for exposure in 0..<max(1, exposures) {
            let seconds = begin + Double(exposure) / Double(max(1, exposures)) * shutter / framesPerSecond
            for (place, value) in samples(at: seconds).enumerated() { sums[place] += Int32(value) }
        }
        let share = frameCount > 1 ? Double(index) / Double(frameCount - 1) : 0
        let gain =
            (light.lowerBound + share * (light.upperBound - light.lowerBound)) / Double(max(1, exposures))
        var random = NoiseGenerator(seed: seed &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
        let finished = sums.map { sum in
            let value = Double(sum) * gain + Double(noise > 0 ? random.next(upTo: noise) : 0)
            return UInt8(min(max(value.rounded(), 0), 255))
        }
        return Frame(
            luma: Plane(width: background.width, height: background.height, samples: finished),
            time: .seconds(begin), duration: .seconds(1 / framesPerSecond))
    }

    /// One frame's colours: Cb and Cr side by side for two by two pixels, row by row, sharp and without noise.
    ///
    /// - Parameter index: From 0, below ``frameCount``.
    func chroma(_ index: Int) -> [UInt8] {
        let (width, height) = ((background.width + 1) / 2, (background.height + 1) / 2)
        let visible = things.compactMap { thing in
            thing.key(at: Double(index) / framesPerSecond).map { (thing, $0) }
        }
        func plane(_ value: (SyntheticTint) -> UInt8) -> [UInt8] {
            func flat(_ tint: SyntheticTint, _ width: Int, _ height: Int) -> Plane {
                Plane(
                    width: width, height: height,
                    samples: [UInt8](repeating: value(tint), count: width * height))
            }
            var canvas = Canvas(flat(tint, width, height))
            for (thing, key) in visible {
                canvas.draw(flat(thing.tint, thing.picture.width, thing.picture.height), at: key)
            }
            return canvas.samples
        }
        let (blue, red) = (plane(\.blue), plane(\.red))
        var samples: [UInt8] = []
        samples.reserveCapacity(2 * blue.count)
        for place in blue.indices {
            samples.append(blue[place])
            samples.append(red[place])
        }
        return samples
    }

    /// The scene at one moment, row by row.
    private func samples(at seconds: Double) -> [UInt8] {
        var canvas = Canvas(background)
        for thing in things {
            if let key = thing.key(at: seconds) { canvas.draw(thing.picture, at: key) }
        }
        return canvas.samples
    }
}
