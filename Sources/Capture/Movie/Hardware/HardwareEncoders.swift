import Synchronization

/// The encoders that the machine has.
final class HardwareEncoders: Sendable {
    /// This machine's.
    static let shared = HardwareEncoders(DeviceSystem())
    static let h264 = PixelFormat(name: "H264") ?? PixelFormat(rawValue: 0)

    let system: DeviceSystem
    /// How long one that has failed is left alone: it may have been busy, or hung up for once.
    private let pause: Duration
    /// When those that have failed did so, by path.
    private let failures = Mutex<[String: SuspendingClock.Instant]>([:])

    init(_ system: DeviceSystem, pause: Duration = .seconds(60)) {
        (self.system, self.pause) = (system, pause)
    }

    /// The nodes that may encode into a format, in order of their numbers; those that have failed in the last minute are
    /// left out.
    func paths(for coded: PixelFormat = h264) -> [String] {
        let now = SuspendingClock.now
        let failed = failures.withLock { $0.filter { now - $0.value < pause } }
        let numbers = system.nodes().keys.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }
        return numbers.sorted().map { "\(system.folders.nodes)/video\($0)" }.filter { path in
            failed[path] == nil && encodes(path, into: coded)
        }
    }

    /// One that has failed is not asked again for a minute.
    func giveUp(_ path: String) { failures.withLock { $0[path] = .now } }

    private func encodes(_ path: String, into coded: PixelFormat) -> Bool {
        guard let node = try? VideoNode(path: path, system: system.calls),
            let identity = try? node.identity(),
            identity.isCodec
        else { return false }
        let codec = CodecNode(node: node, hasSeveralPlanes: identity.hasSeveralPlanes)
        return codec.pixelFormats(.coded).contains(coded)
            && !Set(codec.pixelFormats(.pictures)).isDisjoint(with: PlanarLayout.formats)
    }
}
