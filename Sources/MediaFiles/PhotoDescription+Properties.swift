extension PhotoDescription {
    /// The same by the names that Apple's Image I/O has for what pictures say of themselves.
    package var properties: [String: any Sendable] {
        let (time, fraction, offset) = Self.text(of: date)
        var tiff: [String: any Sendable] = ["Orientation": Int(orientation), "DateTime": time]
        let texts = [
            "ImageDescription": text, "Make": make, "Model": model, "Software": software, "Artist": artist,
            "Copyright": copyright,
        ]
        for case (let name, let text?) in texts where !text.isEmpty { tiff[name] = text }
        var exif: [String: any Sendable] = [
            "DateTimeOriginal": time, "DateTimeDigitized": time, "SubsecTimeOriginal": fraction,
            "SubsecTimeDigitized": fraction, "OffsetTimeOriginal": offset, "OffsetTimeDigitized": offset,
            "Flash": Int(flash), "PixelXDimension": width, "PixelYDimension": height,
        ]
        exif["ExposureTime"] = exposureDuration.map { $0 / .seconds(1) }
        exif["ISOSpeedRatings"] = isoSpeed.map { [$0] }
        exif["ImageUniqueID"] = uniqueID
        return ["Orientation": Int(orientation), "{TIFF}": tiff, "{Exif}": exif]
    }
}
