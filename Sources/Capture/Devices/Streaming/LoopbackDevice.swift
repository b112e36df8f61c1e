import Glibc
import Synchronization

/// A video device that pictures are written to, and that other programs see as a camera: v4l2loopback, or the output of
/// vivid.
package final class LoopbackDevice: Sendable {
    private let node: VideoNode
    private let size = Mutex<(width: Int, height: Int)?>(nil)

    /// Opens it.
    ///
    /// - Parameter path: Such as `/dev/video9`.
    /// - Throws: ``CaptureError/Code/deviceNotConnected``, ``CaptureError/Code/applicationIsNotAuthorizedToUseDevice``, or
    ///   ``CaptureError/Code/unsupported`` if it takes no pictures.
    package convenience init(path: String) throws(CaptureError) {
        try self.init(path: path, system: SystemCall.system)
    }

    init(path: String, system: @escaping SystemCalls) throws(CaptureError) {
        do throws(SystemFailure) {
            node = try VideoNode(path: path, system: system)
            guard try node.identity().takesFrames else {
                throw SystemFailure(operation: "open", number: ENOTTY)
            }
        } catch {
            throw Self.error(error, path)
        }
    }

    /// Writes a picture as `NV12`, BT.601 in video range, rows without gaps. The first one says of what size all are, as does
    /// one of another size.
    ///
    /// - Returns: Whether the device took it; it may have no room, if whoever takes pictures out is slow.
    /// - Throws: ``CaptureError`` if the device is gone, or does not take pictures of this size.
    package func write(_ samples: [UInt8], width: Int, height: Int) throws(CaptureError) -> Bool {
        do throws(SystemFailure) {
            try agree(width: width, height: height)
            return try node.write(samples)
        } catch {
            throw Self.error(error, node.path)
        }
    }

    private func agree(width: Int, height: Int) throws(SystemFailure) {
        if let size = size.withLock({ $0 }), size == (width, height) { return }
        size.withLock { $0 = nil }
        guard let nv12 = PixelFormat(name: "NV12") else { return }
        let format = try node.setOutputFormat(nv12, width: width, height: height)
        // One that is read already keeps what it has.
        guard format.pixelFormat == nv12, (format.width, format.height) == (width, height),
            format.bytesPerRow == width
        else { throw SystemFailure(operation: "VIDIOC_S_FMT", number: EINVAL) }
        // v4l2loopback takes pictures without, but then takes none from anybody any more when this one has closed it.
        node.startOutput()
        size.withLock { $0 = (width, height) }
    }

    private static func error(_ failure: SystemFailure, _ path: String) -> CaptureError {
        switch failure.number {
        case ENOENT, ENODEV, ENXIO:
            CaptureError(.deviceNotConnected, "\(path) is not there: is v4l2loopback loaded?")
        case EACCES, EPERM:
            CaptureError(
                .applicationIsNotAuthorizedToUseDevice, "\(path) \(NodePermission(path: path).advice)")
        case ENOTTY:
            CaptureError(
                .unsupported,
                "\(path) takes no pictures: it is no video output, or another program writes to it")
        case EBUSY: CaptureError(.deviceInUseByAnotherApplication, "\(path) is in use by another program")
        case EINVAL where failure.operation == "VIDIOC_S_FMT":
            CaptureError(.unsupported, "\(path) does not take pictures as NV12 in this size")
        default: CaptureError(.deviceFailed, "\(path) failed: \(failure.operation): \(failure.words)")
        }
    }
}
