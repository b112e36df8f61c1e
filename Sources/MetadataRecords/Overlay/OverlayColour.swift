import MetadataOutput

/// What an object of a type is drawn in: dark enough for white letters on it (a contrast of 4.5 and more).
enum OverlayColour {
    /// The colour as `#rrggbb`.
    static func of(_ type: MetadataObjectType) -> String {
        switch type {
        case .face: "#c2410c"
        case .qr, .microQR: "#0a7a33"
        case .aztec: "#7b2cbf"
        case .dataMatrix: "#00727d"
        case .pdf417, .microPDF417: "#b5179e"
        case .ean13, .ean8, .upce: "#0b5fd8"
        case .code39, .code39Mod43, .code93, .code128: "#8a4b00"
        case .interleaved2of5, .itf14: "#6b5b00"
        case .codabar: "#a3123a"
        case .gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited: "#3f4fb5"
        default: "#444444"
        }
    }
}
