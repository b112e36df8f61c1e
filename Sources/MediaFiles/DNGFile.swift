/// A sensor's picture as Adobe's digital negative (DNG 1.4): uncompressed, 16 bits a sample.
package struct DNGFile: Sendable {
    /// Pixels in a row.
    package var width: Int
    /// Rows.
    package var height: Int
    package var layout: SensorLayout
    /// Row by row without gaps.
    package var samples: [UInt16]
    /// What the sensor gives in the dark.
    package var blackLevel = 0
    /// How much of red, green and blue a neutral grey has, each of the brightest.
    package var neutral: [Double] = [1, 1, 1]
    /// From CIE XYZ to the camera's red, green and blue, row by row; sRGB's by default, which is no calibration.
    package var colorMatrix: [Double] = [
        3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570,
    ]
    package var description: PhotoDescription
    /// A JPEG of the picture.
    package var preview: [UInt8]?

    package init(
        width: Int, height: Int, layout: SensorLayout, samples: [UInt16], description: PhotoDescription
    ) {
        (self.width, self.height, self.layout, self.samples) = (width, height, layout, samples)
        self.description = description
    }

    /// The file's bytes. The directory that readers see first is the picture itself; the preview is its child.
    package var bytes: [UInt8] {
        var main = description.commonDirectory
        let isMono = layout.pattern == .mono
        main.values[Tag.newSubfileType] = .longs([0])
        main.values[Tag.imageWidth] = .longs([UInt32(width)])
        main.values[Tag.imageLength] = .longs([UInt32(height)])
        main.values[Tag.bitsPerSample] = .shorts([16])
        main.values[Tag.compression] = .shorts([1])
        // 32803 is a mosaic of colours, 34892 samples of light.
        main.values[Tag.photometricInterpretation] = .shorts([isMono ? 34892 : 32803])
        main.values[Tag.samplesPerPixel] = .shorts([1])
        main.values[Tag.rowsPerStrip] = .longs([UInt32(height)])
        main.values[Tag.stripByteCounts] = .longs([UInt32(samples.count * 2)])
        main.values[Tag.planarConfiguration] = .shorts([1])
        // Little-endian, as every processor that Swift runs on.
        main.data = TIFFDirectory.DataBlock(
            tag: Tag.stripOffsets, bytes: samples.withUnsafeBytes { Array($0) })
        if !isMono {
            main.values[Tag.cfaRepeatPatternDim] = .shorts([2, 2])
            main.values[Tag.cfaPattern] = .bytes(layout.pattern.colours)
            main.values[Tag.cfaPlaneColor] = .bytes([0, 1, 2])
            main.values[Tag.cfaLayout] = .shorts([1])
            main.values[Tag.colorMatrix1] = .signedRationals(colorMatrix.map { .init($0) })
            main.values[Tag.asShotNeutral] = .rationals(
                neutral.map { .init(UInt32(($0 * 1_000_000).rounded()), 1_000_000) })
        }
        main.values[Tag.calibrationIlluminant1] = .shorts([21])
        main.values[Tag.dngVersion] = .bytes([1, 4, 0, 0])
        main.values[Tag.dngBackwardVersion] = .bytes([1, 1, 0, 0])
        let model = [description.make, description.model].compactMap(\.self).joined(separator: " ")
        main.values[Tag.uniqueCameraModel] = .text(model.isEmpty ? "V4L2 camera" : String(model.prefix(200)))
        main.values[Tag.blackLevel] = .longs([UInt32(blackLevel)])
        main.values[Tag.whiteLevel] = .longs([UInt32((1 << layout.bits) - 1)])
        main.directories[Tag.exif] = [description.exifDirectory]
        if let preview, let file = JPEGFile(preview) {
            main.directories[Tag.subdirectories] = [Self.previewDirectory(preview, file)]
        }
        return TIFFDirectory.file([main])
    }

    private static func previewDirectory(_ bytes: [UInt8], _ file: JPEGFile) -> TIFFDirectory {
        var directory = TIFFDirectory()
        directory.values[Tag.newSubfileType] = .longs([1])
        directory.values[Tag.imageWidth] = .longs([UInt32(file.width)])
        directory.values[Tag.imageLength] = .longs([UInt32(file.height)])
        directory.values[Tag.bitsPerSample] = .shorts(file.isGrey ? [8] : [8, 8, 8])
        directory.values[Tag.compression] = .shorts([7])
        directory.values[Tag.photometricInterpretation] = .shorts([file.isGrey ? 1 : 6])
        directory.values[Tag.samplesPerPixel] = .shorts([file.isGrey ? 1 : 3])
        directory.values[Tag.rowsPerStrip] = .longs([UInt32(file.height)])
        directory.values[Tag.stripByteCounts] = .longs([UInt32(bytes.count)])
        directory.values[Tag.planarConfiguration] = .shorts([1])
        directory.data = TIFFDirectory.DataBlock(tag: Tag.stripOffsets, bytes: bytes)
        return directory
    }
}
