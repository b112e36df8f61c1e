extension CaptureConnection {
    /// Pictures a second that may come over it, for encoders that want to know: what the camera is set to, 30 where nobody knows.
    var frameRate: Double {
        let durations = [camera?.activeVideoMinFrameDuration, videoMinFrameDuration]
        guard let longest = durations.compactMap({ $0 }).max(), longest > .zero else { return 30 }
        return min(max(.seconds(1) / longest, 1), 1000)
    }
}
