import Foundation
import MetadataOutput
import Synchronization

extension CaptureDevice {
    /// The sizes that ``CapturePhotoSettings/maxPhotoDimensions`` can have while a format is active: its own, and the larger ones that
    /// the camera has, the smallest first.
    public func supportedMaxPhotoDimensions(of format: Format) -> [PhotoDimensions] {
        let own = PhotoDimensions(width: format.width, height: format.height)
        let larger = formats.filter {
            LumaLayout($0.pixelFormat) != .unreadable && $0.width >= own.width && $0.height >= own.height
        }
        let sizes = Set(larger.map { PhotoDimensions(width: $0.width, height: $0.height) }).subtracting([own])
        return [own] + sizes.sorted { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    }

    /// The format for photos of a size: with the pixel format that is delivered if it has the size, else the one that is cheapest to
    /// read.
    ///
    /// - Parameter isRaw: Whether the pixel format must be the same.
    func photoFormat(_ size: PhotoDimensions, isRaw: Bool) throws(CaptureError) -> Format {
        let wanted = FormatRequest.Size(width: size.width, height: size.height)
        let delivered = state.withLock { $0.delivered?.format.pixelFormat }
        func best(_ pixelFormat: PixelFormat?) throws(CaptureError) -> Format {
            try FormatRequest(size: wanted, pixelFormat: pixelFormat)
                .best(of: formats, preset: .photo, device: title)
        }
        if isRaw { return try best(delivered) }
        if let same = try? best(delivered) { return same }
        return try best(nil)
    }

    /// The size of the pictures that it delivers now.
    var photoDimensions: PhotoDimensions? {
        state.withLock { $0.delivered }.map {
            PhotoDimensions(width: $0.format.width, height: $0.format.height)
        }
    }
}

extension CaptureDeviceInput {
    /// Delivers in a larger format for as long as something takes; what is missed before and after is counted as lost, controls are as
    /// they were, and the format is the one before afterwards, whatever happened.
    ///
    /// - Parameters:
    ///   - size: The size; nil, or the one that is delivered, changes nothing.
    ///   - isRaw: Whether the pixel format must stay.
    ///   - body: What is done; it is told whether the stream was opened anew.
    /// - Throws: ``CaptureError/Code/settingNotReached`` if the camera does not deliver the size, or the session is being configured.
    func delivering<R>(
        _ size: PhotoDimensions?, isRaw: Bool, _ body: (_ isNew: Bool) throws(CaptureError) -> R
    ) throws(CaptureError) -> R {
        guard let size, let device, size != device.photoDimensions else { return try body(false) }
        let before = wantedStream
        let large = DeviceConfiguration.Stream(format: try device.photoFormat(size, isRaw: isRaw))
        wantedStream = large
        defer {
            // Somebody may want another meanwhile, and a camera may have been plugged in again.
            if wantedStream == large {
                wantedStream = before
                if self.device?.isStreaming == true { try? streamConfigurationChanged() }
                // What cannot be opened as it was is opened so when it is back.
                if wantedStream == large { wantedStream = before }
            }
        }
        try streamConfigurationChanged()
        guard self.device?.photoDimensions == size else {
            throw CaptureError(
                .settingNotReached,
                "\(device.title) does not deliver \(size.width)x\(size.height) for a photo")
        }
        return try body(true)
    }
}

extension CaptureInput {
    /// The size of its photos: of a camera its format's, of others what has come or they say, as far as that is known.
    var photoDimensions: PhotoDimensions? {
        if let device = camera { return device.photoDimensions }
        return arrivingSize.map { PhotoDimensions(width: Int($0.width), height: Int($0.height)) }
    }
}
