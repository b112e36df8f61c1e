import Foundation

/// A lamp that serves as a camera's torch. Webcams have none of their own; phones' and boards' are elsewhere in the
/// system.
public enum TorchSource: Sendable, Hashable {
    /// A flash of the kernel's camera interface, by its node, such as `/dev/v4l-subdev3`.
    case flash(path: String)
    /// A lamp of the kernel's LED class, by its name in `/sys/class/leds`.
    case lamp(name: String)
    /// A program that is run with the level from 0 (off) to 1 as its only argument; it must end within five seconds,
    /// with status 0.
    case command(path: String)
}

extension TorchSource {
    /// Sets the lamp.
    ///
    /// - Parameter level: 0 is off, 1 the brightest.
    func set(level: Double, system: DeviceSystem) throws(CaptureError) {
        switch self {
        case .flash(let path): try setFlash(path, level: level, system: system)
        case .lamp(let name): try setLamp("\(system.folders.lamps)/\(name)", level: level)
        case .command(let path): try run(path, level: level)
        }
    }

    private func setFlash(_ path: String, level: Double, system: DeviceSystem) throws(CaptureError) {
        do throws(SystemFailure) {
            let node = try VideoNode(path: path, system: system.calls)
            if level > 0, let intensity = try? node.control(.flashTorchIntensity) {
                try node.setValue(intensity.value(share: level), of: .flashTorchIntensity)
            }
            // The kernel's V4L2_FLASH_LED_MODE_NONE and …_TORCH.
            try node.setValue(level > 0 ? 2 : 0, of: .flashLEDMode)
        } catch {
            throw CaptureError(.deviceFailed, "the torch \(path) failed: \(error.operation): \(error.words)")
        }
    }

    private func setLamp(_ folder: String, level: Double) throws(CaptureError) {
        let text = FileManager.default.contents(atPath: "\(folder)/max_brightness")
            .map { String(decoding: $0, as: UTF8.self) }
        guard let most = text.flatMap({ Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) else {
            throw CaptureError(.unsupported, "there is no lamp \(folder)")
        }
        // A lamp that is only on or off is on at any level.
        let brightness = level > 0 ? max(1, Int((level * Double(most)).rounded())) : 0
        do {
            try Data("\(brightness)\n".utf8).write(to: URL(filePath: "\(folder)/brightness"))
        } catch {
            throw CaptureError(
                .deviceFailed, "the lamp \(folder) cannot be set: \(error.localizedDescription)")
        }
    }

    /// - Parameter patience: How long the program may take.
    func run(_ path: String, level: Double, within patience: Duration = .seconds(5)) throws(CaptureError) {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = [String(level)]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw CaptureError(
                .deviceFailed, "the torch command \(path) cannot be run: \(error.localizedDescription)")
        }
        guard process.ends(within: patience) else {
            process.terminate()
            // It may ignore that.
            if !process.ends(within: .milliseconds(500)) { kill(process.processIdentifier, SIGKILL) }
            throw CaptureError(
                .deviceFailed, "the torch command \(path) did not end within \(Int(patience / .seconds(1))) s"
            )
        }
        guard process.terminationStatus == 0 else {
            throw CaptureError(
                .deviceFailed, "the torch command \(path) ended with status \(process.terminationStatus)")
        }
    }
}

extension Process {
    /// Waits for its end, for so long at most; a clock that somebody sets does not matter.
    fileprivate func ends(within patience: Duration) -> Bool {
        let deadline = SuspendingClock.now + patience
        while isRunning, SuspendingClock.now < deadline { Thread.sleep(forTimeInterval: 0.01) }
        return !isRunning
    }
}
