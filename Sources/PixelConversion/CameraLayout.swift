import Capture

/// Where luma and chroma are in a camera's format.
struct CameraLayout: Equatable {
    enum Kind {
        /// Luma at every second byte, from the first.
        case yuyv
        /// Luma at every second byte, from the second.
        case uyvy
        /// Luma, then chroma side by side.
        case biplanar
        /// Luma, then two planes of chroma.
        case planar
    }

    let kind: Kind
    /// Whether there is a row of chroma for each of luma, and not for each second.
    let isTall: Bool
    /// Whether Cr comes before Cb.
    let exchangesChroma: Bool

    init?(_ format: PixelFormat) {
        let layout: (Kind, isTall: Bool, exchanges: Bool)? =
            switch format.name {
            case "YUYV": (.yuyv, true, false)
            case "YVYU": (.yuyv, true, true)
            case "UYVY": (.uyvy, true, false)
            case "VYUY": (.uyvy, true, true)
            case "NV12": (.biplanar, false, false)
            case "NV21": (.biplanar, false, true)
            case "NV16": (.biplanar, true, false)
            case "NV61": (.biplanar, true, true)
            case "YU12": (.planar, false, false)
            case "YV12": (.planar, false, true)
            case "422P": (.planar, true, false)
            default: nil
            }
        guard let layout else { return nil }
        (kind, isTall, exchangesChroma) = layout
    }

    /// Bytes of a picture whose rows of luma are `row` bytes apart, the last row without what follows it.
    func byteCount(width: Int, height: Int, row: Int) -> Int {
        let chromaRows = isTall ? height : (height + 1) / 2
        return switch kind {
        case .yuyv, .uyvy: row * (height - 1) + (width + 1) / 2 * 4
        case .biplanar: row * (height + chromaRows - 1) + (width + 1) / 2 * 2
        case .planar: row * height + row / 2 * (2 * chromaRows - 1) + (width + 1) / 2
        }
    }
}
