import MediaFiles
import MetadataOutput

/// Where luma is in a pixel format.
enum LumaLayout: Equatable {
    /// One byte a pixel, before any chroma.
    case plane
    /// Every second byte, from this one.
    case interleaved(offset: Int)
    /// Two bytes a pixel, little-endian, with this many bits used.
    case wide(bits: Int)
    /// A sensor's own, of more than eight bits or packed.
    case sensor(SensorLayout)
    /// A JPEG.
    case jpeg
    /// Somewhere that only libv4lconvert knows.
    case converted
    /// H.264, whose frames need one another: it is recorded as it is, and nobody looks into it.
    case video
    /// Nobody here can read it: other codecs, depth, vendors' own.
    case unreadable

    /// The layout of a pixel format.
    init(_ format: PixelFormat) {
        switch format.name {
        case "GREY", "NV12", "NV21", "YU12", "YV12", "NV16", "NV61", "422P": self = .plane
        case "YUYV", "YVYU": self = .interleaved(offset: 0)
        case "UYVY", "VYUY": self = .interleaved(offset: 1)
        case "Y10": self = .wide(bits: 10)
        case "Y12": self = .wide(bits: 12)
        case "Y16": self = .wide(bits: 16)
        case "MJPG", "JPEG": self = .jpeg
        case "H264": self = .video
        case let name where Self.convertible.contains(name): self = .converted
        case let name where SensorLayout(named: name) != nil:
            self = SensorLayout(named: name).map { .sensor($0) } ?? .unreadable
        default: self = .unreadable
        }
    }

    /// What libv4lconvert reads: colours side by side, sensors' mosaics, and the formats of old webcams' chips.
    private static let convertible: Set<String> = [
        "RGB3", "BGR3", "RGBP", "BA81", "GBRG", "GRBG", "RGGB", "HM12", "M420", "Y10B", "Y04", "Y06", "CPIA",
        "S501", "S505", "S508", "S561", "O511", "O518", "P207", "M310", "JL20", "SONX", "905C", "S680",
        "S401",
        "S910", "S920", "KONI", "CITV",
    ]

    /// What reading such pictures costs against others of the same size; less is better.
    var cost: Int {
        switch self {
        case .plane: 0
        case .interleaved, .wide: 1
        case .jpeg: 2
        case .converted, .sensor: 3
        case .video: 4
        case .unreadable: 5
        }
    }

    /// Bytes of a row's samples.
    private func rowLength(width: Int) -> Int {
        switch self {
        case .interleaved, .wide: width * 2
        case .sensor(let layout): layout.rowLength(width: width)
        case .plane, .jpeg, .converted, .video, .unreadable: width
        }
    }

    /// Distance between rows: some drivers leave it out where rows follow each other closely.
    func bytesPerRow(of format: V4L2Format) -> Int {
        max(format.bytesPerRow, rowLength(width: format.width))
    }

    /// Takes the luma out of a picture's bytes.
    ///
    /// - Returns: The samples, or nil if the bytes are too few or the layout is no plain one.
    func luma(of bytes: UnsafeRawBufferPointer, format: V4L2Format) -> Plane? {
        let (width, height) = (format.width, format.height)
        if case .sensor(let layout) = self { return sensorLuma(of: bytes, layout, format) }
        guard let (start, stride) = rows(of: bytes, format: format), let pick = pick else { return nil }
        return Plane(width: width, height: height, isCleared: false) { samples in
            guard let target = samples.baseAddress else { return }
            for row in 0..<height { pick(start + row * stride, target + row * width, width) }
        }
    }

    /// A sensor's light as grey: each pixel the mean of two by two, which have all colours.
    private func sensorLuma(of bytes: UnsafeRawBufferPointer, _ layout: SensorLayout, _ format: V4L2Format)
        -> Plane?
    {
        let (width, height) = (format.width, format.height)
        guard
            let samples = layout.samples(
                Array(bytes), width: width, height: height, bytesPerRow: format.bytesPerRow)
        else { return nil }
        let shift = layout.bits - 8
        let isMono = layout.pattern == .mono
        return Plane(width: width, height: height, isCleared: false) { target in
            for y in 0..<height {
                let below = y + 1 < height ? width : 0
                for x in 0..<width {
                    let place = y &* width &+ x
                    let right = x + 1 < width ? 1 : 0
                    let sum =
                        isMono
                        ? 4 &* Int(samples[place])
                        : Int(samples[place]) &+ Int(samples[place &+ right]) &+ Int(samples[place &+ below])
                            &+ Int(samples[place &+ below &+ right])
                    target[place] = UInt8(truncatingIfNeeded: sum &>> (shift &+ 2))
                }
            }
        }
    }

    /// The luma of bytes that somebody keeps: a view of them where it is a plane, else taken out of them.
    ///
    /// - Parameter owner: Keeps the bytes as they are.
    func view(of bytes: UnsafeRawBufferPointer, format: V4L2Format, owner: AnyObject) -> Plane? {
        guard self == .plane else { return luma(of: bytes, format: format) }
        return rows(of: bytes, format: format).map { start, stride in
            Plane(
                width: format.width, height: format.height, bytesPerRow: stride, memory: start, owner: owner)
        }
    }

    /// Where the first row begins and how far it is to the next; nil if the bytes are too few.
    private func rows(
        of bytes: UnsafeRawBufferPointer, format: V4L2Format
    ) -> (start: UnsafePointer<UInt8>, stride: Int)? {
        let rowLength = rowLength(width: format.width)
        let stride = bytesPerRow(of: format)
        guard format.width > 0, format.height > 0, bytes.count >= (format.height - 1) * stride + rowLength,
            let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return nil }
        return (start, stride)
    }

    /// Copies one row's luma.
    private typealias RowCopy = (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, Int) -> Void

    private var pick: RowCopy? {
        switch self {
        case .plane:
            { source, target, width in target.update(from: source, count: width) }
        case .interleaved(let offset):
            { source, target, width in
                for x in 0..<width { target[x] = source[x &* 2 &+ offset] }
            }
        case .wide(let bits):
            { source, target, width in
                for x in 0..<width {
                    let sample = Int(source[x &* 2]) | Int(source[x &* 2 &+ 1]) &<< 8
                    target[x] = UInt8(truncatingIfNeeded: min(sample, (1 &<< bits) &- 1) &>> (bits &- 8))
                }
            }
        case .jpeg, .sensor, .converted, .video, .unreadable: nil
        }
    }
}
