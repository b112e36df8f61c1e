/// What kind of thing a metadata object describes: a symbology or a face.
///
/// The raw values are AVFoundation's (`AVMetadataObject.ObjectType`), so that code and stored data written
/// against it carry over, and our own of the same form, which begin with `org.metadataoutput`, where it has none; see
/// `docs/records.md` for the table. The names on the command line and in records are ``name``.
public struct MetadataObjectType: RawRepresentable, Hashable, Sendable {
    /// The identifier, such as `org.iso.QRCode`.
    public let rawValue: String

    /// Makes a type from its identifier; unknown identifiers are kept as they are.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    // MARK: Faces and bodies

    /// A human face.
    public static let face = Self("face")
    /// A human body, upper part.
    public static let humanBody = Self("humanBody")
    /// A whole human body.
    public static let humanFullBody = Self("humanFullBody")
    /// A cat's body.
    public static let catBody = Self("catBody")
    /// A cat's head.
    public static let catHead = Self("catHead")
    /// A dog's body.
    public static let dogBody = Self("dogBody")
    /// A dog's head.
    public static let dogHead = Self("dogHead")
    /// A visually salient object.
    public static let salientObject = Self("salientObject")

    // MARK: Matrix symbologies

    /// QR Code (ISO/IEC 18004).
    public static let qr = Self("org.iso.QRCode")
    /// Micro QR Code (ISO/IEC 18004).
    public static let microQR = Self("org.iso.MicroQR")
    /// Aztec Code (ISO/IEC 24778).
    public static let aztec = Self("org.iso.Aztec")
    /// Data Matrix ECC 200 (ISO/IEC 16022).
    public static let dataMatrix = Self("org.iso.DataMatrix")
    /// PDF417 (ISO/IEC 15438).
    public static let pdf417 = Self("org.iso.PDF417")
    /// MicroPDF417 (ISO/IEC 24728).
    public static let microPDF417 = Self("org.iso.MicroPDF417")
    /// Rectangular Micro QR Code (ISO/IEC 23941). Not AVFoundation's.
    public static let rMQR = Self("org.metadataoutput.rMQR")
    /// MaxiCode (ISO/IEC 16023). Not AVFoundation's.
    public static let maxiCode = Self("org.metadataoutput.MaxiCode")

    // MARK: Linear symbologies

    /// EAN-13; a UPC-A symbol is reported as EAN-13 with a leading 0, as on Apple's systems, unless ``upca`` is wanted.
    public static let ean13 = Self("org.gs1.EAN-13")
    /// UPC-A with its 12 digits, where ``DetectionRequest/separatesUPCA`` says so. Not AVFoundation's.
    public static let upca = Self("org.metadataoutput.UPC-A")
    /// EAN-8.
    public static let ean8 = Self("org.gs1.EAN-8")
    /// UPC-E, 8 digits with number system and check digit.
    public static let upce = Self("org.gs1.UPC-E")
    /// Code 39 (ISO/IEC 16388).
    public static let code39 = Self("org.iso.Code39")
    /// Code 39 whose last character is a right modulo 43 check character; where ``code39`` is asked for too, it is that.
    public static let code39Mod43 = Self("org.iso.Code39Mod43")
    /// Code 32 of Italian pharmacies, `A` and 9 digits in a Code 39 of 6 characters; where ``code39`` is asked for too, it
    /// is that. Not AVFoundation's.
    public static let code32 = Self("org.metadataoutput.Code32")
    /// Pharmazentralnummer, a Code 39 of `-` and 8 digits, the last of them a check digit; where ``code39`` is asked for
    /// too, it is that. Not AVFoundation's.
    public static let pzn = Self("org.metadataoutput.PZN")
    /// Code 93.
    public static let code93 = Self("com.intermec.Code93")
    /// Code 128 (ISO/IEC 15417), GS1-128 among them.
    public static let code128 = Self("org.iso.Code128")
    /// Interleaved 2 of 5 (ISO/IEC 16390) that is not a valid ITF-14.
    public static let interleaved2of5 = Self("org.ansi.Interleaved2of5")
    /// Interleaved 2 of 5 with 14 digits and a right check digit.
    public static let itf14 = Self("org.gs1.ITF14")
    /// Codabar (ANSI/AIM BC3).
    public static let codabar = Self("Codabar")
    /// GS1 DataBar, 14 digits (ISO/IEC 24724).
    public static let gs1DataBar = Self("org.gs1.GS1DataBar")
    /// GS1 DataBar Expanded (ISO/IEC 24724).
    public static let gs1DataBarExpanded = Self("org.gs1.GS1DataBarExpanded")
    /// GS1 DataBar Limited (ISO/IEC 24724).
    public static let gs1DataBarLimited = Self("org.gs1.GS1DataBarLimited")
    /// Telepen, in its full ASCII and numeric modes. Not AVFoundation's.
    public static let telepen = Self("org.metadataoutput.Telepen")
    /// The edge of a 35 mm film: product and frame (DX, ANSI/I3A IT1.14). Not AVFoundation's.
    public static let dxFilmEdge = Self("org.metadataoutput.DXFilmEdge")
}
