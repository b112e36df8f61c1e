import Foundation
import MetadataOutput

/// A lamp as a flash: as bright as it can be for a moment, which the hardware ends by itself should nobody else do so. One that
/// cannot flash shines as a torch for as long.
extension TorchSource {
    /// How long a flash may last at most, in microseconds: as long as any camera takes to show it, and the pictures one is chosen of.
    private static let longestFlash = 3_000_000

    /// The kernel's V4L2_FLASH_LED_MODE_FLASH.
    private static let flashMode = 1

    /// A lamp by its name: one of the kernel's LED class (`white:flash`), a node (`/dev/v4l-subdev3`), or else a program's path.
    public init(named name: String) {
        self =
            if !name.utf8.contains(UInt8(ascii: "/")) {
                .lamp(name: name)
            } else if name.begins(with: "/dev/") {
                .flash(path: name)
            } else {
                .command(path: name)
            }
    }

    /// Whether it is there, and may be used.
    func isUsable(_ system: DeviceSystem) -> Bool {
        switch self {
        case .flash(let path):
            let node = try? VideoNode(path: path, system: system.calls)
            return (try? node?.control(.flashLEDMode)) != nil
        case .lamp(let name):
            let folder = "\(system.folders.lamps)/\(name)"
            return ["flash_strobe", "brightness"].contains { access("\(folder)/\($0)", W_OK) == 0 }
        case .command(let path): return access(path, X_OK) == 0
        }
    }

    /// Begins a flash.
    ///
    /// - Returns: Whether it has begun; false of lamps that cannot flash.
    /// - Throws: ``CaptureError/Code/deviceFailed`` if it does not obey.
    func flash(_ system: DeviceSystem) throws(CaptureError) -> Bool {
        switch self {
        case .flash(let path):
            return try controlling(path, system) { (node) throws(SystemFailure) in
                guard let mode = try? node.control(.flashLEDMode), (try? node.control(.flashStrobe)) != nil,
                    node.menu(of: mode).contains(where: { $0.index == Self.flashMode })
                else { return false }
                try node.setValue(Self.flashMode, of: .flashLEDMode)
                if let source = try? node.control(.flashStrobeSource), source.minimum <= 0 {
                    try node.setValue(0, of: .flashStrobeSource)
                }
                if let intensity = try? node.control(.flashIntensity) {
                    try node.setValue(intensity.maximum, of: .flashIntensity)
                }
                if let timeout = try? node.control(.flashTimeout) {
                    let wanted = min(max(Self.longestFlash, timeout.minimum), timeout.maximum)
                    try node.setValue(wanted, of: .flashTimeout)
                }
                try node.setValue(1, of: .flashStrobe)
                return true
            }
        case .lamp(let name):
            let folder = "\(system.folders.lamps)/\(name)"
            guard FileManager.default.fileExists(atPath: "\(folder)/flash_strobe") else { return false }
            for (value, most) in [
                ("flash_brightness", "max_flash_brightness"), ("flash_timeout", "max_flash_timeout"),
            ] {
                guard let limit = Self.text("\(folder)/\(most)").flatMap({ Int($0) }) else { continue }
                try Self.write(
                    value == "flash_timeout" ? min(limit, Self.longestFlash) : limit, "\(folder)/\(value)")
            }
            try Self.write(1, "\(folder)/flash_strobe")
            return true
        case .command: return false
        }
    }

    /// Ends a flash that was begun.
    func endFlash(_ system: DeviceSystem) throws(CaptureError) {
        switch self {
        case .flash(let path):
            try controlling(path, system) { (node) throws(SystemFailure) in
                try? node.setValue(1, of: .flashStrobeStop)
                try node.setValue(0, of: .flashLEDMode)
            }
        case .lamp(let name): try Self.write(0, "\(system.folders.lamps)/\(name)/flash_strobe")
        case .command: break
        }
    }

    /// What the hardware says went wrong with the last flash; nil for nothing. That it has ended it itself is nothing wrong.
    func flashFault(_ system: DeviceSystem) -> String? {
        switch self {
        case .flash(let path):
            let node = try? VideoNode(path: path, system: system.calls)
            // V4L2_FLASH_FAULT_TIMEOUT.
            let bits = ((try? node?.value(of: .flashFault)) ?? 0) & ~0x2
            return bits == 0 ? nil : "fault 0x\(String(bits, radix: 16))"
        case .lamp(let name):
            let words = Self.text("\(system.folders.lamps)/\(name)/flash_fault")?.split(separator: " ") ?? []
            let faults = words.filter { $0 != "flash-timeout-exceeded" && $0 != "0" }
            return faults.isEmpty ? nil : faults.joined(separator: ", ")
        case .command: return nil
        }
    }

    /// The lamps of the machine that are made for flashes, by themselves or as a camera's sub-device.
    static func flashes(of system: DeviceSystem) -> [TorchSource] {
        func names(_ folder: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        }
        let nodes = names(system.folders.nodes).filter { $0.hasPrefix("v4l-subdev") }
            .map { TorchSource.flash(path: "\(system.folders.nodes)/\($0)") }
            .filter { $0.isUsable(system) }
        // The kernel shows a sub-device's lamp as one of the LED class too.
        guard nodes.isEmpty else { return nodes }
        return names(system.folders.lamps)
            .filter { access("\(system.folders.lamps)/\($0)/flash_strobe", W_OK) == 0 }
            .map { .lamp(name: $0) }
    }

    // MARK: - The system's side

    private func controlling<R>(
        _ path: String, _ system: DeviceSystem, _ body: (VideoNode) throws(SystemFailure) -> R
    ) throws(CaptureError) -> R {
        do throws(SystemFailure) {
            return try body(try VideoNode(path: path, system: system.calls))
        } catch {
            throw CaptureError(.deviceFailed, "the flash \(path) failed: \(error.operation): \(error.words)")
        }
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path)
            .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    private static func write(_ value: Int, _ path: String) throws(CaptureError) {
        do {
            try Data("\(value)\n".utf8).write(to: URL(filePath: path))
        } catch {
            throw CaptureError(
                .deviceFailed, "the flash cannot be set: \(path): \(error.localizedDescription)")
        }
    }
}
