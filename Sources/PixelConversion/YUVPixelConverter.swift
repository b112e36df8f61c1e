import CYUV
public import Capture
public import MetadataOutput

/// Makes pixels of what cameras give, by libyuv: YUYV, UYVY, NV12, YU12 and their like, Motion JPEG, and grey.
public struct YUVPixelConverter: PixelConverter {
    /// Makes a converter.
    public init() {}

    /// Whether there is luma and chroma in it.
    public func isSupported(_ format: PixelFormat) -> Bool { CameraLayout(format) != nil }

    /// What libjpeg says.
    public func size(ofJPEG bytes: [UInt8]) throws(PayloadError) -> (width: Int, height: Int) {
        var (width, height) = (Int32(0), Int32(0))
        let isKnown = bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { CYUVJPEGSize($0, bytes.count, &width, &height) } ?? false
        }
        guard isKnown, width > 0, height > 0 else { throw PayloadError(.undecodable, "no JPEG") }
        return (Int(width), Int(height))
    }

    /// Writes the picture.
    public func convert(_ source: PixelSource, to target: PixelTarget) throws(PayloadError) {
        switch target.format {
        case .luma: try convert(source, toLuma: target)
        case .yuv420VideoRange, .yuv420FullRange: try convert(source, toBiplanar: target)
        case .bgra: try convert(source, toBGRA: target)
        }
    }

    /// Writes means of pixels.
    public func shrink(_ source: PixelTarget, to target: PixelTarget) {
        for (index, (from, to)) in zip(source.planes, target.planes).enumerated() {
            guard let first = from.memory.baseAddress?.assumingMemoryBound(to: UInt8.self),
                let place = to.memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
            else { continue }
            // Chroma, the second plane, has half as many rows and columns.
            func samples(_ length: Int) -> Int32 { Int32((length + index) >> index) }
            let size = target.format == .bgra ? 4 : index + 1
            _ = CYUVShrink(
                first, Int32(from.bytesPerRow), samples(source.width), samples(source.height), Int32(size),
                place,
                Int32(to.bytesPerRow), samples(target.width), samples(target.height))
        }
    }

    private func convert(_ source: PixelSource, toLuma target: PixelTarget) throws(PayloadError) {
        // Chroma goes where nobody looks.
        let planes = Planes(target, luma: target.planes[0], isTall: false)
        try planes.fill(with: source)
    }

    private func convert(_ source: PixelSource, toBiplanar target: PixelTarget) throws(PayloadError) {
        let planes = Planes(target, luma: target.planes[0], isTall: false)
        try planes.fill(with: source)
        if let range = RangeChange(from: source.encoding, to: target.encoding) { planes.apply(range) }
        planes.mergeChroma(to: target.planes[1])
    }

    private func convert(_ source: PixelSource, toBGRA target: PixelTarget) throws(PayloadError) {
        let planes = Planes(target, luma: nil, isTall: source.hasTallChroma)
        try planes.fill(with: source)
        var encoding = source.encoding
        if encoding.matrix != .bt601 {
            // libyuv's numbers for the blue of BT.709 and BT.2020 in the video range are too large for it, and it cuts them.
            encoding.isFullRange = true
            if let range = RangeChange(from: source.encoding, to: encoding) { planes.apply(range) }
        }
        guard planes.writeBGRA(encoding: encoding, to: target.planes[0]) else {
            throw PayloadError(.undecodable, "libyuv cannot convert it")
        }
    }
}

extension PixelSource {
    /// What its luma and chroma mean.
    var encoding: YUVEncoding {
        if case .camera(let picture) = self { picture.encoding } else { .jpeg }
    }

    /// Whether there is a row of chroma for each of luma.
    var hasTallChroma: Bool {
        if case .camera(let picture) = self {
            CameraLayout(picture.pixelFormat)?.isTall ?? false
        } else {
            false
        }
    }
}

/// A picture as three planes, and memory for those that nobody else has.
private final class Planes {
    private var planes: CYUVPlanes
    /// Chroma, and luma if nobody else has memory for it.
    private let memory: UnsafeMutablePointer<UInt8>
    private let chromaHeight: Int

    /// - Parameters:
    ///   - target: What of it is to be made.
    ///   - luma: Where luma goes; nil if nobody wants it for itself.
    ///   - isTall: Whether chroma has as many rows.
    init(
        _ target: PixelTarget, luma: (memory: UnsafeMutableRawBufferPointer, bytesPerRow: Int)?, isTall: Bool
    ) {
        let (width, height) = (target.width, target.height)
        let row = (width + 63) / 64 * 64
        let chromaRow = row / 2
        chromaHeight = isTall ? height : (height + 1) / 2
        let chromaCount = chromaRow * chromaHeight
        memory = .allocate(capacity: 2 * chromaCount + (luma == nil ? row * height : 0))
        planes = CYUVPlanes(
            y: luma?.memory.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? memory + 2 * chromaCount,
            u: memory, v: memory + chromaCount, row: Int32(luma?.bytesPerRow ?? row),
            chroma_row: Int32(chromaRow), width: Int32(width), height: Int32(height), is_tall: isTall)
    }

    deinit { memory.deallocate() }

    func fill(with source: PixelSource) throws(PayloadError) {
        let isFilled =
            switch source {
            case .camera(let picture): fill(with: picture)
            case .jpeg(let bytes, _):
                bytes.withUnsafeBufferPointer { bytes in
                    bytes.baseAddress.map { CYUVUnpackJPEG($0, bytes.count, &planes) } ?? false
                }
            case .luma(let plane): fill(with: plane)
            }
        guard isFilled else { throw PayloadError(.undecodable, "the picture is cut short or damaged") }
    }

    private func fill(with picture: SourcePicture) -> Bool {
        guard let layout = CameraLayout(picture.pixelFormat) else { return false }
        var planes = planes
        if layout.exchangesChroma { swap(&planes.u, &planes.v) }
        return picture.withBytes { bytes in
            guard
                bytes.count
                    >= layout.byteCount(
                        width: picture.width, height: picture.height, row: picture.bytesPerRow),
                let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            else { return false }
            return CYUVUnpack(layout.arrangement, start, Int32(picture.bytesPerRow), &planes)
        }
    }

    private func fill(with luma: Plane) -> Bool {
        luma.withUnsafeSamples { source in
            for y in 0..<luma.height {
                (planes.y + y * Int(planes.row)).update(
                    from: source + y * luma.bytesPerRow, count: luma.width)
            }
        }
        memory.update(repeating: 128, count: 2 * Int(planes.chroma_row) * chromaHeight)
        return true
    }

    func apply(_ range: RangeChange) {
        for y in 0..<Int(planes.height) {
            range.luma.apply(to: planes.y + y * Int(planes.row), count: Int(planes.width))
        }
        for plane in [planes.u, planes.v] {
            range.chroma.apply(to: plane, count: Int(planes.chroma_row) * chromaHeight)
        }
    }

    func mergeChroma(to target: (memory: UnsafeMutableRawBufferPointer, bytesPerRow: Int)) {
        guard let start = target.memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        CYUVMergeChroma(&planes, start, Int32(target.bytesPerRow))
    }

    func writeBGRA(
        encoding: YUVEncoding, to target: (memory: UnsafeMutableRawBufferPointer, bytesPerRow: Int)
    ) -> Bool {
        guard let start = target.memory.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
        let matrix =
            switch encoding.matrix {
            case .bt601: CYUVMatrixBT601
            case .bt709: CYUVMatrixBT709
            case .bt2020: CYUVMatrixBT2020
            }
        return CYUVToBGRA(&planes, matrix, encoding.isFullRange, start, Int32(target.bytesPerRow))
    }
}

extension CameraLayout {
    /// What libyuv's shim calls it.
    fileprivate var arrangement: CYUVLayout {
        switch kind {
        case .yuyv: CYUVLayoutYUYV
        case .uyvy: CYUVLayoutUYVY
        case .biplanar: isTall ? CYUVLayoutBiplanar422 : CYUVLayoutBiplanar420
        case .planar: isTall ? CYUVLayoutPlanar422 : CYUVLayoutPlanar420
        }
    }
}
