import MetadataOutput

/// Reads the one thing of an EXIF block that decoding needs.
enum Exif {
    /// Types of a field's value, of 16 and of 32 bits: the first is what it should be, the second what some write.
    private static let (short, long): (UInt16, UInt16) = (3, 4)

    /// The orientation tag of the first directory; upright if there is none or the block is damaged.
    ///
    /// - Parameter block: A TIFF header and what follows, with or without the `Exif\0\0` that JPEG puts before.
    static func orientation(in block: ArraySlice<UInt8>) -> PictureOrientation {
        let introduction = Array("Exif".utf8) + [0, 0]
        let tiff = block.starts(with: introduction) ? block.dropFirst(introduction.count) : block
        let order: ByteReader.Order
        if tiff.starts(with: Array("II".utf8)) {
            order = .little
        } else if tiff.starts(with: Array("MM".utf8)) {
            order = .big
        } else {
            return .up
        }
        let reader = ByteReader(tiff, order: order)
        guard reader.uint16(at: 2) == 42, let directory = reader.uint32(at: 4).map({ Int($0) }),
            let count = reader.uint16(at: directory)
        else { return .up }
        for index in 0..<Int(count) {
            let entry = directory + 2 + 12 * index
            guard let tag = reader.uint16(at: entry) else { return .up }
            guard tag == 0x0112 else { continue }
            let value: UInt32? =
                switch reader.uint16(at: entry + 2) {
                case short: reader.uint16(at: entry + 8).map(UInt32.init)
                case long: reader.uint32(at: entry + 8)
                default: nil
                }
            return value.flatMap(UInt16.init(exactly:)).flatMap(PictureOrientation.init(rawValue:)) ?? .up
        }
        return .up
    }
}
