import MetadataOutput

/// What a camera has said to who asked with a wrong password. Many lock out who tries again and again, for everybody and for good as
/// long as it goes on; so after a few refusals the camera is left alone, until some time has passed or the password is another one.
struct RefusedLogins {
    /// Fewer than any camera locks out for.
    private static let most = 3
    private static let pause = Duration.seconds(300)

    private var count = 0
    private var last: (credentials: NetworkCredentials, error: CaptureError, time: ContinuousClock.Instant)?

    /// What the camera would say again; nil if it is to be asked.
    func error(for credentials: NetworkCredentials?, at now: ContinuousClock.Instant) -> CaptureError? {
        guard count >= Self.most, let last, last.credentials == credentials, now - last.time < Self.pause
        else {
            return nil
        }
        return last.error
    }

    /// The camera has refused somebody.
    mutating func note(
        _ error: CaptureError, of credentials: NetworkCredentials, at now: ContinuousClock.Instant
    ) {
        count = last?.credentials == credentials ? count + 1 : 1
        last = (credentials, error, now)
    }

    /// The camera has let somebody in.
    mutating func forget() { (count, last) = (0, nil) }
}
