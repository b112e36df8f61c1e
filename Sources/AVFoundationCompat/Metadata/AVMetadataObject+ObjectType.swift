import MetadataOutput

extension AVMetadataObject {
    /// What kind of thing was seen, by AVFoundation's identifiers.
    public struct ObjectType: RawRepresentable, Hashable, Sendable {
        /// The identifier, such as `org.iso.QRCode`.
        public let rawValue: String

        /// Makes a type of an identifier.
        public init(rawValue: String) { self.rawValue = rawValue }

        init(_ type: MetadataObjectType) { rawValue = type.rawValue }

        /// A face.
        public static let face = Self(.face)
        /// The upper part of a human body. Nothing here finds any.
        public static let humanBody = Self(.humanBody)
        /// A whole human body. Nothing here finds any.
        public static let humanFullBody = Self(.humanFullBody)
        /// A cat's body. Nothing here finds any.
        public static let catBody = Self(.catBody)
        /// A cat's head. Nothing here finds any.
        public static let catHead = Self(.catHead)
        /// A dog's body. Nothing here finds any.
        public static let dogBody = Self(.dogBody)
        /// A dog's head. Nothing here finds any.
        public static let dogHead = Self(.dogHead)
        /// Something that draws the eye. Nothing here finds any.
        public static let salientObject = Self(.salientObject)

        /// UPC-E.
        public static let upce = Self(.upce)
        /// Code 39.
        public static let code39 = Self(.code39)
        /// Code 39 with a check character; where ``code39`` is asked for too, it is that.
        public static let code39Mod43 = Self(.code39Mod43)
        /// EAN-13; UPC-A as well, with a leading 0.
        public static let ean13 = Self(.ean13)
        /// EAN-8.
        public static let ean8 = Self(.ean8)
        /// Code 93.
        public static let code93 = Self(.code93)
        /// Code 128.
        public static let code128 = Self(.code128)
        /// PDF417.
        public static let pdf417 = Self(.pdf417)
        /// QR Code.
        public static let qr = Self(.qr)
        /// Aztec Code.
        public static let aztec = Self(.aztec)
        /// Interleaved 2 of 5.
        public static let interleaved2of5 = Self(.interleaved2of5)
        /// ITF-14.
        public static let itf14 = Self(.itf14)
        /// Data Matrix.
        public static let dataMatrix = Self(.dataMatrix)
        /// Codabar.
        public static let codabar = Self(.codabar)
        /// GS1 DataBar.
        public static let gs1DataBar = Self(.gs1DataBar)
        /// GS1 DataBar Expanded.
        public static let gs1DataBarExpanded = Self(.gs1DataBarExpanded)
        /// GS1 DataBar Limited.
        public static let gs1DataBarLimited = Self(.gs1DataBarLimited)
        /// MicroPDF417.
        public static let microPDF417 = Self(.microPDF417)
        /// Micro QR Code.
        public static let microQR = Self(.microQR)
    }
}

extension MetadataObjectType {
    init(_ type: AVMetadataObject.ObjectType) { self.init(rawValue: type.rawValue) }
}
