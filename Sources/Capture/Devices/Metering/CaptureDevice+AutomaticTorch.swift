import Foundation
import MetadataOutput
import Synchronization

/// The torch while it shines when it is dark.
struct AutomaticTorch {
    /// Of so many frames one is looked at: six a second of most cameras.
    private static let pace = 5

    var loop = TorchLoop()
    private var frames = 0
    /// Whether the lamp is being turned on or off; a command may take seconds for it.
    var isTurning = false

    /// Counts a frame.
    ///
    /// - Returns: Whether it is to be looked at.
    mutating func isDue() -> Bool {
        frames += 1
        return frames % Self.pace == 0 && !isTurning
    }
}

extension CaptureDevice {
    /// Looks at a frame, and turns the torch on or off should it be dark or light by now.
    func followDarkness(_ luma: Plane) {
        guard state.withLock({ $0.automaticTorch?.isDue() ?? false }) else { return }
        let look = TorchLoop.Look(luma: LumaMeter.luma(of: luma, in: []), exposure: exposureLevel)
        let isOn = state.withLock { state -> Bool? in
            let isOn = state.automaticTorch?.loop.next(look)
            if isOn != nil { state.automaticTorch?.isTurning = true }
            return isOn
        }
        guard let isOn else { return }
        // Lamps may take their time, frames may not.
        torchQueue.async { [self] in turnTorch(isOn) }
    }

    /// Notes that there are no more frames: nobody sees then whether it is dark.
    func endDarkness() {
        guard state.withLock({ $0.automaticTorch != nil }) else { return }
        torchQueue.async { [self] in
            // Another stream may have begun meanwhile, which looks by itself.
            guard !isStreaming else { return }
            turnTorch(false)
            state.withLock { if $0.automaticTorch != nil { $0.automaticTorch = AutomaticTorch() } }
        }
    }

    /// Waits until the torch is as it was to be turned: a command may take seconds for it.
    func finishTorch() { torchQueue.sync {} }

    private func turnTorch(_ isOn: Bool) {
        torchTurn.withLock { _ in
            // Somebody may have set it meanwhile.
            guard state.withLock({ $0.automaticTorch != nil }), let source = torchSource else { return }
            let isDone: ()? = try? source.set(level: isOn ? 1 : 0, system: system)
            disturbSubjectArea()
            state.withLock { state in
                state.automaticTorch?.isTurning = false
                if isDone != nil {
                    state.torchLevel = isOn ? 1 : 0
                } else {
                    state.automaticTorch?.loop.noteFailure()
                }
            }
        }
        propertiesChanged()
    }

    /// By how much exposure time and gain raise the picture, in EV; what the camera does not tell counts as nothing.
    private var exposureLevel: Double {
        let time = value(of: .exposureAbsolute).map { log2(Double(max($0, 1))) } ?? 0
        guard let gain = control(.gain), let value = value(of: .gain) else { return time }
        return time + gain.share(of: value) * ExposureLoop.gainRange
    }
}
