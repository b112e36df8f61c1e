/// A change of what the stream of a running input is opened with, and the way back.
struct StreamChange {
    private let input: any CaptureInput
    private let runner: InputRunner
    private let oldPreset: CaptureSessionPreset
    private let newPreset: CaptureSessionPreset
    private let oldStream: DeviceConfiguration.Stream?

    /// Nil if the stream is as it is to be.
    init?(
        _ input: any CaptureInput, _ runner: InputRunner, from oldPreset: CaptureSessionPreset,
        to newPreset: CaptureSessionPreset
    ) {
        let adjustable = input as? any AdjustableInput
        let dependsOnPreset = !(adjustable?.hasOwnFormat ?? false)
        guard adjustable?.isOutdated ?? false || (dependsOnPreset && oldPreset != newPreset) else {
            return nil
        }
        self.input = input
        self.runner = runner
        self.oldPreset = oldPreset
        self.newPreset = newPreset
        oldStream = adjustable?.openedStream
    }

    /// Opens the stream anew.
    ///
    /// - Throws: Why it cannot be opened; ``undo()`` must follow then.
    func apply() throws(CaptureError) {
        try runner.reopen(for: .change, preset: newPreset)
    }

    /// Sets the input back to what its stream was opened with.
    func forget() {
        if let oldStream { (input as? any AdjustableInput)?.wantedStream = oldStream }
    }

    /// Opens the stream as it was. If it cannot be opened, it is lost like any other, which its runner tells.
    func undo() {
        try? runner.reopen(for: .restoration, preset: oldPreset)
    }
}
