/// What can go wrong with a device or a session.
public struct CaptureError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error: AVFoundation's names, and its numbers as raw values (`AVError.Code`). Those from −1 to
    /// −99 have no counterpart there.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        /// The device was unplugged while it was in use.
        case deviceWasDisconnected = -11808
        /// No such device is there.
        case deviceNotConnected = -11814
        /// Another program uses the device (`EBUSY`).
        case deviceInUseByAnotherApplication = -11815
        /// The input or output belongs to another session.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// Somebody else holds the lock of `lockForConfiguration()`.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// This user may not open the device (`EACCES`, `EPERM`).
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The bus has no room for another stream (`ENOSPC` at STREAMON).
        case sessionHardwareCostOverage = -11872
        /// No picture came.
        case noDataCaptured = -11805
        /// There is no room on the disk.
        case diskFull = -11807
        /// A recording has become as long as it may.
        case maximumDurationReached = -11810
        /// A recording's file has become as large as it may.
        case maximumFileSizeReached = -11811
        /// There is a file of that name.
        case fileAlreadyExists = -11823
        /// A picture is damaged, or costs more than it may.
        case decodeFailed = -11821
        /// The session does not run.
        case sessionNotRunning = -11803
        /// An input or an output was removed from the session while somebody waited for its frames.
        case sessionConfigurationChanged = -11806
        /// The camera's pictures are of another size or kind than those that a recording has begun with.
        case mediaChanged = -11809
        /// The configuration was changed without `lockForConfiguration()`.
        case notLockedForConfiguration = -1
        /// The device has no such property, format or value.
        case unsupported = -2
        /// The device delivers no frames any more.
        case deviceStalled = -3
        /// The driver failed.
        case deviceFailed = -4
        /// The graph of the session cannot be changed like this.
        case invalidConfiguration = -5
        /// The input has no more frames.
        case inputEnded = -6
        /// The camera did not take a photo's settings in time, or nothing says that it has.
        case settingNotReached = -7
        /// A file could not be written.
        case fileFailed = -8
    }

    /// The kind of error.
    public let code: Code
    /// One line for a person: what failed, on what, and what to do about it.
    public let message: String

    /// Makes an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
