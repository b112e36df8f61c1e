import Capture

/// The domain of ``AVError``.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Of an error that ended a recording, whether the file is whole all the same: a Boolean.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

/// The camera that an error is of: an ``AVCaptureDevice``.
public let AVErrorDeviceKey = "AVErrorDeviceKey"

/// What can go wrong with a device or a session, by AVFoundation's numbers.
public struct AVError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The kinds of errors; those of AVFoundation that cannot happen here are left out.
    public enum Code: Int, Sendable {
        /// Something that has no number of its own.
        case unknown = -11800
        /// The session does not run.
        case sessionNotRunning = -11803
        /// The device is in another session.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// Nothing was recorded.
        case noDataCaptured = -11805
        /// The session's configuration changed while something was recorded.
        case sessionConfigurationChanged = -11806
        /// The disk is full.
        case diskFull = -11807
        /// The device was unplugged while it was in use.
        case deviceWasDisconnected = -11808
        /// The media changed while it was recorded.
        case mediaChanged = -11809
        /// A recording has reached its longest duration.
        case maximumDurationReached = -11810
        /// A recording has reached its largest size.
        case maximumFileSizeReached = -11811
        /// No such device is there.
        case deviceNotConnected = -11814
        /// Another program uses the device.
        case deviceInUseByAnotherApplication = -11815
        /// Another program holds the lock of `lockForConfiguration()`.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// The session was interrupted.
        case sessionWasInterrupted = -11818
        /// The system's media services were restarted. Not used on Linux.
        case mediaServicesWereReset = -11819
        /// The file is there already.
        case fileAlreadyExists = -11823
        /// The operation is not supported.
        case operationNotSupportedForAsset = -11838
        /// The torch cannot shine at this level now.
        case torchLevelUnavailable = -11846
        /// This user may not use the device.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// The bus has no room for another stream.
        case sessionHardwareCostOverage = -11872
    }

    /// The domain of these errors.
    public static let errorDomain = AVFoundationErrorDomain
    /// The kind of error.
    public let code: Code
    /// One line for a person.
    private let message: String
    /// Of a recording, whether its file is whole all the same.
    private var isRecordingFinished: Bool?

    /// The camera that it is of; nil where no one camera is to blame.
    public private(set) var device: AVCaptureDevice?

    /// Makes an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        device = userInfo[AVErrorDeviceKey] as? AVCaptureDevice
        message =
            userInfo[NSLocalizedDescriptionKey] as? String
            ?? "The operation could not be completed (\(code))."
    }

    init(_ error: CaptureError, of device: AVCaptureDevice? = nil) {
        self.init(Code(rawValue: error.code.rawValue) ?? .unknown, error.message, of: device)
    }

    init(_ code: Code, _ message: String, of device: AVCaptureDevice? = nil) {
        (self.code, self.message, self.device) = (code, message, device)
    }

    init(_ error: CaptureRecordingError) {
        self.init(error.cause)
        isRecordingFinished = error.recordingSuccessfullyFinished
    }

    /// The kind of error as a number.
    public var errorCode: Int { code.rawValue }
    /// One line for a person.
    public var errorDescription: String? { message }
    /// The same for whoever takes it as an `NSError`.
    public var errorUserInfo: [String: Any] {
        var information: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let isRecordingFinished {
            information[AVErrorRecordingSuccessfullyFinishedKey] = isRecordingFinished
        }
        information[AVErrorDeviceKey] = device
        return information
    }
    /// The same under Swift's usual name.
    public var localizedDescription: String { message }

    /// The error's details.
    public var userInfo: [String: Any] { errorUserInfo }
}

extension AVError.Code {
    /// Whether an error is of this kind, for `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? AVError)?.code == code }
}

extension AVError {
    /// Something that has no number of its own.
    public static var unknown: Code { .unknown }
    /// The session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// The device is in another session.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// Nothing was recorded.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The session's configuration changed while something was recorded.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// The disk is full.
    public static var diskFull: Code { .diskFull }
    /// The device was unplugged while it was in use.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// The media changed while it was recorded.
    public static var mediaChanged: Code { .mediaChanged }
    /// A recording has reached its longest duration.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// A recording has reached its largest size.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// No such device is there.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another program uses the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another program holds the lock of `lockForConfiguration()`.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The session was interrupted.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The system's media services were restarted. Not used on Linux.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// The file is there already.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// The operation is not supported.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The torch cannot shine at this level now.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// This user may not use the device.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// The bus has no room for another stream.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
}
