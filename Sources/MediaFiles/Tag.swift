/// Numbers of tags: TIFF 6.0, EXIF 2.32, DNG 1.4.
enum Tag {
    static let newSubfileType: UInt16 = 0x00fe
    static let imageWidth: UInt16 = 0x0100
    static let imageLength: UInt16 = 0x0101
    static let bitsPerSample: UInt16 = 0x0102
    static let compression: UInt16 = 0x0103
    static let photometricInterpretation: UInt16 = 0x0106
    static let imageDescription: UInt16 = 0x010e
    static let make: UInt16 = 0x010f
    static let model: UInt16 = 0x0110
    static let stripOffsets: UInt16 = 0x0111
    static let orientation: UInt16 = 0x0112
    static let samplesPerPixel: UInt16 = 0x0115
    static let rowsPerStrip: UInt16 = 0x0116
    static let stripByteCounts: UInt16 = 0x0117
    static let xResolution: UInt16 = 0x011a
    static let yResolution: UInt16 = 0x011b
    static let planarConfiguration: UInt16 = 0x011c
    static let resolutionUnit: UInt16 = 0x0128
    static let software: UInt16 = 0x0131
    static let dateTime: UInt16 = 0x0132
    static let artist: UInt16 = 0x013b
    static let subdirectories: UInt16 = 0x014a
    static let thumbnailOffset: UInt16 = 0x0201
    static let thumbnailLength: UInt16 = 0x0202
    static let yCbCrPositioning: UInt16 = 0x0213
    static let copyright: UInt16 = 0x8298
    static let exif: UInt16 = 0x8769

    static let exposureTime: UInt16 = 0x829a
    static let isoSpeedRatings: UInt16 = 0x8827
    static let exifVersion: UInt16 = 0x9000
    static let dateTimeOriginal: UInt16 = 0x9003
    static let dateTimeDigitized: UInt16 = 0x9004
    static let offsetTime: UInt16 = 0x9010
    static let offsetTimeOriginal: UInt16 = 0x9011
    static let offsetTimeDigitized: UInt16 = 0x9012
    static let componentsConfiguration: UInt16 = 0x9101
    static let flash: UInt16 = 0x9209
    static let subSecTimeOriginal: UInt16 = 0x9291
    static let subSecTimeDigitized: UInt16 = 0x9292
    static let flashpixVersion: UInt16 = 0xa000
    static let colorSpace: UInt16 = 0xa001
    static let pixelXDimension: UInt16 = 0xa002
    static let pixelYDimension: UInt16 = 0xa003
    static let imageUniqueID: UInt16 = 0xa420
}
