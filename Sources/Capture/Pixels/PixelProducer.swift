import Foundation
import MetadataOutput

/// Makes the pixel buffers of one output's frames: converted, zoomed, turned.
final class PixelProducer: Sendable {
    /// Most buffers that are made and not given back.
    static let bufferCount = 10

    private let converter: any PixelConverter
    private let pool = MemoryPool(limit: bufferCount)
    /// For a picture before it is zoomed, made smaller and turned: one at a time is made.
    private let drawer = MemoryPool(limit: 1)
    /// For one that was made smaller, before it is turned.
    private let smallDrawer = MemoryPool(limit: 1)

    init(converter: any PixelConverter) {
        self.converter = converter
    }

    /// A frame's picture.
    ///
    /// - Parameters:
    ///   - most: Pixels that it has at most; nil for as many as there are.
    ///   - transform: From the size of a picture to what its connection makes of it.
    /// - Returns: nil if all buffers are held.
    /// - Throws: `PayloadError` if the picture is damaged.
    func buffer(
        of frame: CaptureFrame, as format: VideoPixelFormat, within most: PhotoDimensions? = nil,
        transform: (_ width: Int, _ height: Int) -> PreviewTransform?
    ) throws(PayloadError) -> PixelBuffer? {
        guard frame.missingPicture != .outOfBuffers else { return nil }
        let shown = try shown(frame)
        let part = shown.part
        let encoding = YUVEncoding(shown.encoding.matrix, isFullRange: format == .yuv420FullRange)
        guard let transform = transform(part.width, part.height) else { return nil }
        let small = transform.fitted(into: most)
        let isWhole = small == nil && part == Part(x: 0, y: 0, width: shown.width, height: shown.height)
        if isWhole, PictureTurn(transform).isIdentity {
            guard
                let buffer = PixelBuffer(
                    format, width: shown.width, height: shown.height, encoding: encoding, from: pool)
            else { return nil }
            try convert(shown, to: buffer)
            return buffer
        }
        guard
            let whole = PixelBuffer(
                format, width: shown.width, height: shown.height, encoding: encoding, from: drawer),
            let buffer = PixelBuffer(
                format, size: (small ?? transform).previewSize, encoding: encoding, from: pool)
        else { return nil }
        try convert(shown, to: whole)
        guard let small else {
            buffer.fill(with: part, of: whole, as: transform)
            return buffer
        }
        if PictureTurn(small).isIdentity {
            converter.shrink(PixelTarget(whole, part), to: PixelTarget(buffer))
            return buffer
        }
        guard let upright = PixelBuffer(format, size: small.videoSize, encoding: encoding, from: smallDrawer)
        else { return nil }
        converter.shrink(PixelTarget(whole, part), to: PixelTarget(upright))
        buffer.fill(
            with: Part(x: 0, y: 0, width: upright.width, height: upright.height), of: upright, as: small)
        return buffer
    }

    /// Writes the whole picture, and hides what is to be hidden of it.
    private func convert(_ shown: Shown, to buffer: PixelBuffer) throws(PayloadError) {
        try converter.convert(shown.source, to: PixelTarget(buffer))
        if let mask = shown.mask { buffer.hide(mask) }
    }

    /// A picture, and what of it is shown.
    private struct Shown {
        let source: PixelSource
        var mask: PictureMask?
        let encoding: YUVEncoding
        let width: Int
        let height: Int
        let part: Part
    }

    private func shown(_ frame: CaptureFrame) throws(PayloadError) -> Shown {
        if let picture = frame.picture, converter.isSupported(picture.pixelFormat) {
            return Shown(
                source: .camera(picture), mask: picture.mask, encoding: picture.encoding,
                width: picture.width,
                height: picture.height,
                part: Part(picture.part, ofWidth: picture.width, height: picture.height))
        }
        return try shown(frame.payload)
    }

    private func shown(_ payload: Payload) throws(PayloadError) -> Shown {
        switch payload {
        case .frame(let frame):
            let (width, height) = (frame.luma.width, frame.luma.height)
            return Shown(
                source: .luma(frame.luma), encoding: .jpeg, width: width, height: height,
                part: Part(x: 0, y: 0, width: width, height: height))
        case .encoded(let bytes, let limits):
            let (width, height) = try converter.size(ofJPEG: bytes)
            guard width * height <= limits.pixels, bytes.count <= limits.fileBytes else {
                throw PayloadError(.overLimit, "a picture of \(width)x\(height) pixels")
            }
            return Shown(
                source: .jpeg(bytes, limits: limits), encoding: .jpeg, width: width, height: height,
                part: Part(x: 0, y: 0, width: width, height: height))
        case .cropped(let payload, let part):
            let whole = try shown(payload)
            return Shown(
                source: whole.source, mask: whole.mask, encoding: whole.encoding, width: whole.width,
                height: whole.height,
                part: Part(part, ofWidth: whole.width, height: whole.height))
        case .masked(let payload, let mask):
            var whole = try shown(payload)
            whole.mask = mask
            return whole
        }
    }
}

/// A part of a picture in pixels; where it begins is even, so that chroma can begin there.
struct Part: Equatable {
    let x, y, width, height: Int

    init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// - Parameter part: 0…1 of a picture of this size, origin top left.
    init(_ part: CGRect, ofWidth width: Int, height: Int) {
        func limits(_ start: Double, _ end: Double, of length: Int) -> (start: Int, length: Int) {
            let first = min(length - 1, max(0, Int((start * Double(length)).rounded(.down)))) & ~1
            return (first, min(length, max(first + 1, Int((end * Double(length)).rounded(.up)))) - first)
        }
        let (x, width) = limits(part.minX, part.maxX, of: width)
        let (y, height) = limits(part.minY, part.maxY, of: height)
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension PixelTarget {
    /// - Parameters:
    ///   - buffer: Held by whoever writes to it.
    ///   - part: What of it is meant; nil for all.
    init(_ buffer: PixelBuffer, _ part: Part? = nil) {
        self.init(
            format: buffer.format, width: part?.width ?? buffer.width, height: part?.height ?? buffer.height,
            encoding: buffer.encoding,
            planes: buffer.planes.indices.map { index in
                let (plane, memory) = (buffer.planes[index], buffer.memory(ofPlane: index))
                let first = part.map { plane.offset(of: $0, scaledBy: index + 1) } ?? 0
                return (UnsafeMutableRawBufferPointer(rebasing: memory[first...]), plane.bytesPerRow)
            })
    }
}

extension PixelBuffer.Plane {
    /// Where in the plane a part begins.
    ///
    /// - Parameter scale: How many of the picture's pixels in each direction a sample stands for.
    fileprivate func offset(of part: Part, scaledBy scale: Int) -> Int {
        part.y / scale * bytesPerRow + part.x / scale * bytesPerPixel
    }
}

extension PreviewTransform {
    /// The same turn of a picture that was made smaller before, in its shape and as little as need be; nil if nothing need be.
    ///
    /// - Parameter most: The most that the turned picture is to have.
    func fitted(into most: PhotoDimensions?) -> PreviewTransform? {
        guard let most else { return nil }
        let scale = min(
            Double(most.width) / previewSize.width, Double(most.height) / previewSize.height)
        guard scale < 1 else { return nil }
        func scaled(_ length: Double) -> Double { max(1, (length * scale).rounded()) }
        return PreviewTransform(
            videoSize: CGSize(width: scaled(videoSize.width), height: scaled(videoSize.height)),
            previewSize: CGSize(width: scaled(previewSize.width), height: scaled(previewSize.height)),
            videoGravity: .resize, videoRotationAngle: videoRotationAngle, isVideoMirrored: isVideoMirrored)
    }
}

extension PixelBuffer {
    fileprivate convenience init?(
        _ format: VideoPixelFormat, size: CGSize, encoding: YUVEncoding, from pool: MemoryPool
    ) {
        self.init(
            format, width: Int(size.width), height: Int(size.height), encoding: encoding, from: pool)
    }

    /// Makes what a mask hides grey.
    fileprivate func hide(_ mask: PictureMask) {
        let cells = mask.cells(width: width, height: height)
        for index in planes.indices {
            let (plane, memory) = (planes[index], memory(ofPlane: index))
            // Chroma, the second plane, has half as many rows and columns; cells begin at even ones.
            let scale = index + 1
            cells.forEachRun { x, y, width, height in
                let first = x / scale * plane.bytesPerPixel
                let count = (width + scale - 1) / scale * plane.bytesPerPixel
                for row in y / scale..<(y + height + scale - 1) / scale {
                    let start = row * plane.bytesPerRow + first
                    let run = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count])
                    run.initializeMemory(as: UInt8.self, repeating: PictureMask.sample)
                    // Opaque, as the rest is.
                    if format == .bgra { for alpha in stride(from: 3, to: count, by: 4) { run[alpha] = 255 } }
                }
            }
        }
    }

    /// Writes a part of another buffer, turned.
    fileprivate func fill(with part: Part, of whole: PixelBuffer, as transform: PreviewTransform) {
        for index in planes.indices {
            let (from, to) = (whole.planes[index], planes[index])
            // Chroma, the second plane, has half as many rows and columns.
            let scale = index + 1
            guard let turn = PictureTurn(transform, scaledBy: scale),
                let source = whole.memory(ofPlane: index).baseAddress,
                let target = memory(ofPlane: index).baseAddress
            else { continue }
            let first = source + from.offset(of: part, scaledBy: scale)
            func copy<Pixel: BitwiseCopyable>(_: Pixel.Type) {
                turn.copy(
                    UnsafePointer(first.assumingMemoryBound(to: Pixel.self)), row: from.bytesPerRow,
                    to: target.assumingMemoryBound(to: Pixel.self), row: to.bytesPerRow)
            }
            switch from.bytesPerPixel {
            case 1: copy(UInt8.self)
            case 2: copy(UInt16.self)
            default: copy(UInt32.self)
            }
        }
    }
}
