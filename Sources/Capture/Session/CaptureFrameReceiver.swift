import MetadataOutput

/// An output that a session can hand frames to.
protocol CaptureFrameOutput: CaptureOutput {
    /// Makes the output's end of a connection, for one run of the session.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - input: The input whose frames will come.
    ///   - workers: The threads on which outputs work.
    func makeReceiver(
        for connection: CaptureConnection, from input: any CaptureInput, workers: CaptureWorkers
    ) -> any CaptureFrameReceiver
}

/// The end of a connection at its output.
protocol CaptureFrameReceiver: AnyObject, Sendable {
    /// Is handed a frame, on the thread of its input. Returns at once if the input drops late frames, else when
    /// there is room.
    func receive(_ frame: CaptureFrame)

    /// Is told that no more frames come: the session stops, or the connection was removed. What is being worked
    /// on is finished, and nothing is delivered after this returns.
    func finish()
}
