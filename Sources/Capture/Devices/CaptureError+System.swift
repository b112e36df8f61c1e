import Foundation

extension CaptureError {
    /// What a failed system call on a camera means to a person.
    init(_ failure: SystemFailure, on device: CaptureDevice) {
        let title = device.title
        switch failure.number {
        case EACCES where failure.operation != "open":
            self.init(
                .deviceFailed, "\(title) does not allow that in its present state (\(failure.operation))")
        case EACCES, EPERM:
            self.init(
                .applicationIsNotAuthorizedToUseDevice, "\(title) \(NodePermission(path: device.path).advice)"
            )
        case ENOENT, ENODEV, ENXIO, ESHUTDOWN:
            let wasOpen = failure.operation != "open"
            self.init(
                wasOpen ? .deviceWasDisconnected : .deviceNotConnected,
                "\(title) \(wasOpen ? "was unplugged" : "is not there any more")")
        case EBUSY:
            self.init(.deviceInUseByAnotherApplication, "\(title) is in use by another program")
        case ENOSPC:
            self.init(
                .sessionHardwareCostOverage,
                "\(title) does not fit on its USB bus any more: choose MJPG, a smaller size or fewer frames a second, "
                    + "or plug it into another port")
        default:
            self.init(.deviceFailed, "\(title) failed: \(failure.operation): \(failure.words)")
        }
    }
}
