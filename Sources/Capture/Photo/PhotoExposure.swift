import Foundation
import MediaFiles
import MetadataOutput

/// A picture that was taken for a photo, and how the camera was set.
struct PhotoExposure: Sendable {
    let buffer: CaptureBuffer
    let exposureDuration: Duration?
    /// ISO's number where the camera has one; a driver's gain is none.
    let isoSpeed: Int?
    let make: String?
    let model: String?
    /// As the connection turns and flips pictures.
    let orientation: UInt16
    let date: Date
    var isFlashFired = false
    var evidence: CapturePhoto.SettingEvidence?

    /// Asks the camera how it is set.
    ///
    /// - Parameters:
    ///   - connection: What it came over.
    ///   - device: The camera; nil for other sources.
    init(_ buffer: CaptureBuffer, over connection: CaptureConnection, from device: CaptureDevice?) {
        self.buffer = buffer
        exposureDuration = device?.exposureDuration
        isoSpeed = device?.value(of: .isoSensitivity) == nil ? nil : device?.iso
        (make, model) = (device?.manufacturer, device?.localizedName)
        orientation = connection.photoOrientation.rawValue
        date = Date(timeIntervalSinceNow: -((MonotonicClock.now - buffer.time) / .seconds(1)))
    }
}

extension CaptureConnection {
    /// What is to be done to a photo that is stored as it was taken.
    fileprivate var photoOrientation: PictureOrientation {
        switch (videoRotationAngle, isVideoMirrored) {
        case (90, false): .right
        case (180, false): .down
        case (270, false): .left
        // Turned first, flipped then.
        case (90, true): .leftMirrored
        case (180, true): .downMirrored
        case (270, true): .rightMirrored
        case (_, true): .upMirrored
        default: .up
        }
    }
}
