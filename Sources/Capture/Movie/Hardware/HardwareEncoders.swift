import Synchronization

/// The encoders that the machine has.
final class HardwareEncoders: Sendable {
    /// This machine's.
    static let shared = HardwareEncoders(DeviceSystem())
    static let h264 = PixelFormat(name: "H264") ?? PixelFormat(rawValue: 0)

    let system: DeviceSystem
    private let failed = Mutex<Set<String>>([])

    init(_ system: DeviceSystem) {
        self.system = system
    }

    /// The nodes that may encode into a format, in order of their numbers; those that have failed are left out.
    func paths(for coded: PixelFormat = h264) -> [String] {
        let failed = failed.withLock { $0 }
        let numbers = system.nodes().keys.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }
        return numbers.sorted().map { "\(system.folders.nodes)/video\($0)" }.filter { path in
            !failed.contains(path) && encodes(path, into: coded)
        }
    }

    /// One that has failed is not asked again.
    func giveUp(_ path: String) { failed.withLock { _ = $0.insert(path) } }

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
