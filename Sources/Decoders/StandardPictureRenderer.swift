import AreaShrink
public import MetadataOutput

/// Makes views of what ``StandardPictureDecoder`` decodes: thumbnails in grey, and pictures as their file stores the
/// samples where browsers show the format, in grey where not. No view holds anything else of the file: neither where
/// and when a picture was taken, nor a second picture behind the first.
public struct StandardPictureRenderer: PictureRenderer {
    /// Files larger than this become grey pictures too: several wait in memory to be written.
    private static let mostBytes = 16_000_000

    /// Makes a renderer.
    public init() {}

    /// The views asked for. One that there is no memory for is missing.
    public func views(_ request: PictureViewRequest, of payload: Payload, frame: Frame) -> PictureViews {
        var views = PictureViews()
        if let side = request.thumbnailSide {
            views.thumbnail = greyView(of: frame.luma, side: side, quality: 70)
        }
        if request.includesPicture {
            views.picture =
                storedView(of: payload, frame: frame)
                ?? greyView(of: frame.luma, side: JPEG.longestSide, quality: 85)
        }
        return views
    }

    private func storedView(of payload: Payload, frame: Frame) -> PictureView? {
        if case .masked(let payload, let mask) = payload {
            return maskedView(of: payload, frame: frame, mask: mask)
        }
        guard case .encoded(let bytes, _) = payload, bytes.count <= Self.mostBytes,
            let shown = StandardPictureDecoder.format(of: bytes)?.shown(bytes)
        else { return nil }
        let (width, height) = (frame.luma.width, frame.luma.height)
        let isOnItsSide = shown.orientation.swapsSides
        return PictureView(
            mediaType: shown.mediaType, bytes: shown.bytes, width: isOnItsSide ? height : width,
            height: isOnItsSide ? width : height, orientation: shown.orientation)
    }

    /// A JPEG without its hidden blocks; nil of what is none, or lies otherwise than it is seen.
    private func maskedView(of payload: Payload, frame: Frame, mask: PictureMask) -> PictureView? {
        guard case .encoded(let bytes, let limits) = payload, bytes.count <= Self.mostBytes,
            EncodedPictureFormat(prefix: bytes) == .jpeg, JPEG.orientation(in: bytes) == .up,
            let masked = JPEG.masked(
                bytes, cells: mask.cells(width: frame.luma.width, height: frame.luma.height), limits: limits)
        else { return nil }
        return PictureView(
            mediaType: "image/jpeg", bytes: masked, width: frame.luma.width, height: frame.luma.height)
    }

    private func greyView(of luma: Plane, side: Int, quality: Int32) -> PictureView? {
        let plane = luma.shrunk(toSide: max(1, side))
        return JPEG.encoded(plane, quality: quality).map {
            PictureView(mediaType: "image/jpeg", bytes: $0, width: plane.width, height: plane.height)
        }
    }
}

extension Plane {
    /// This plane so small that no side is longer than `side`, each pixel the average of the area it stands for;
    /// itself if it is that small.
    fileprivate func shrunk(toSide side: Int) -> Plane {
        let longest = Swift.max(width, height)
        guard longest > side else { return self }
        func shrunk(_ length: Int) -> Int { Swift.max(1, (length * side + longest / 2) / longest) }
        return areaShrunk(width: shrunk(width), height: shrunk(height))
    }
}
