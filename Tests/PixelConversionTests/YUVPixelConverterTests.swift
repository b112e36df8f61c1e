import Foundation
import MetadataOutput
import PixelConversion
import Testing

@testable import Capture

/// Colours that a camera saw, in every layout that cameras have.
@Suite struct YUVPixelConverterTests {
    /// Red, green and blue, 0…255.
    private struct Colour {
        let red, green, blue: Double

        /// Luma and chroma by the standards' own formulas (ITU-R BT.601, BT.709, BT.2020).
        func samples(_ encoding: YUVEncoding) -> (y: UInt8, u: UInt8, v: UInt8) {
            let (kr, kb) =
                switch encoding.matrix {
                case .bt601: (0.299, 0.114)
                case .bt709: (0.2126, 0.0722)
                case .bt2020: (0.2627, 0.0593)
                }
            let y = kr * red + (1 - kr - kb) * green + kb * blue
            let (u, v) = ((blue - y) / (2 - 2 * kb), (red - y) / (2 - 2 * kr))
            let (luma, chroma) = encoding.isFullRange ? (1, 1) : (219.0 / 255, 224.0 / 255)
            func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
            return (
                byte(y * luma + (encoding.isFullRange ? 0 : 16)), byte(u * chroma + 128),
                byte(v * chroma + 128)
            )
        }
    }

    /// One for each quarter of the pictures, from the top left; grey, and far from the limits of any range.
    private static let colours = [
        Colour(red: 220, green: 40, blue: 30), Colour(red: 30, green: 200, blue: 60),
        Colour(red: 40, green: 60, blue: 210), Colour(red: 200, green: 190, blue: 180),
    ]
    private static let (width, height) = (32, 24)
    private static let encodings = YUVEncoding.Matrix.allCases.flatMap { matrix in
        [false, true].map { YUVEncoding(matrix, isFullRange: $0) }
    }

    private static func colour(_ x: Int, _ y: Int) -> Colour {
        colours[(y * 2 / height) * 2 + x * 2 / width]
    }

    /// A camera's picture of the four colours.
    private static func bytes(_ name: String, row: Int, _ encoding: YUVEncoding) -> [UInt8] {
        func sample(_ x: Int, _ y: Int) -> (y: UInt8, u: UInt8, v: UInt8) { colour(x, y).samples(encoding) }
        func rows(_ count: Int, _ row: Int, _ bytes: (Int) -> [UInt8]) -> [UInt8] {
            (0..<count).flatMap { y in
                let bytes = bytes(y)
                return bytes + [UInt8](repeating: 0, count: row - bytes.count)
            }
        }
        let pairs = Array(stride(from: 0, to: width, by: 2))
        if name.hasSuffix("YUYV") || name.hasSuffix("YVYU") || name.contains("UYVY") || name.contains("VYUY")
        {
            return rows(height, row) { y in
                pairs.flatMap { x -> [UInt8] in
                    let (first, second) = (sample(x, y), sample(x + 1, y))
                    return switch name {
                    case "YUYV": [first.y, first.u, second.y, first.v]
                    case "YVYU": [first.y, first.v, second.y, first.u]
                    case "UYVY": [first.u, first.y, first.v, second.y]
                    default: [first.v, first.y, first.u, second.y]
                    }
                }
            }
        }
        let luma = rows(height, row) { y in (0..<width).map { sample($0, y).y } }
        let step = ["NV16", "NV61", "422P"].contains(name) ? 1 : 2
        func plane(_ row: Int, _ bytes: (Int, Int) -> [UInt8]) -> [UInt8] {
            rows(height / step, row) { y in pairs.flatMap { bytes($0, y * step) } }
        }
        let (cb, cr) = (
            plane(row / 2) { [sample($0, $1).u] }, plane(row / 2) { [sample($0, $1).v] }
        )
        return switch name {
        case "NV12", "NV16": luma + plane(row) { [sample($0, $1).u, sample($0, $1).v] }
        case "NV21", "NV61": luma + plane(row) { [sample($0, $1).v, sample($0, $1).u] }
        case "YV12": luma + cr + cb
        default: luma + cb + cr
        }
    }

    private static func picture(
        _ name: String, padding: Int = 0, encoding: YUVEncoding = .camera, part: CGRect? = nil
    ) throws -> SourcePicture {
        let isPacked = name.hasPrefix("YU") && name != "YU12" || ["YVYU", "UYVY", "VYUY"].contains(name)
        let row = (isPacked ? 2 : 1) * width + padding
        let bytes = Self.bytes(name, row: row, encoding)
        let block = try #require(MemoryPool(limit: 1).block(byteCount: bytes.count))
        block.bytes.copyBytes(from: bytes)
        return SourcePicture(
            V4L2Format(
                pixelFormat: try #require(PixelFormat(name: name)), width: width, height: height,
                bytesPerRow: row, byteCount: bytes.count, encoding: encoding),
            part: part ?? CGRect(x: 0, y: 0, width: 1, height: 1), block: block, byteCount: bytes.count)
    }

    private static func frame(_ picture: SourcePicture?, payload: Payload? = nil) -> CaptureFrame {
        let grey = Plane(width: width, height: height, samples: [UInt8](repeating: 77, count: width * height))
        var frame = CaptureFrame(
            payload: payload ?? .frame(Frame(luma: grey)), time: .zero, sequenceNumber: 0)
        frame.picture = picture
        return frame
    }

    private static func buffer(
        of frame: CaptureFrame, as format: VideoPixelFormat, within most: PhotoDimensions? = nil,
        angle: Int = 0, isMirrored: Bool = false
    ) throws -> PixelBuffer {
        let connection = CaptureConnection(
            inputPorts: [], output: CaptureVideoPreviewLayer())
        try connection.setVideoRotationAngle(angle)
        connection.automaticallyAdjustsVideoMirroring = false
        try connection.setVideoMirrored(isMirrored)
        return try #require(
            PixelProducer(converter: YUVPixelConverter()).buffer(of: frame, as: format, within: most) {
                connection.pictureTransform(width: $0, height: $1)
            })
    }

    /// Bytes of the pixel at shares of a plane's width and height.
    private static func pixel(_ x: Double, _ y: Double, of buffer: PixelBuffer, plane index: Int) -> [Int] {
        let plane = buffer.planes[index]
        return buffer.withBytes(ofPlane: index) { bytes in
            let place =
                Int(y * Double(plane.height)) * plane.bytesPerRow
                + Int(x * Double(plane.width)) * plane.bytesPerPixel
            return (0..<plane.bytesPerPixel).map { Int(bytes[place + $0]) }
        }
    }

    /// The middles of the quarters, from the top left.
    private static let middles = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]

    private func expectBGRA(_ buffer: PixelBuffer, _ note: String, _ order: [Int] = [0, 1, 2, 3]) {
        for (place, colour) in zip(Self.middles, order.map { Self.colours[$0] }) {
            let pixel = Self.pixel(place.0, place.1, of: buffer, plane: 0)
            let wanted = [colour.blue, colour.green, colour.red, 255]
            let difference = zip(pixel, wanted).map { abs(Double($0) - $1) }.max() ?? 255
            #expect(difference <= 3, "\(note): \(pixel), not \(wanted)")
        }
    }

    private func expectYUV(_ buffer: PixelBuffer, _ encoding: YUVEncoding, _ note: String) {
        #expect(buffer.encoding == encoding)
        for (place, colour) in zip(Self.middles, Self.colours) {
            let luma = Self.pixel(place.0, place.1, of: buffer, plane: 0)
            let chroma = Self.pixel(place.0, place.1, of: buffer, plane: 1)
            let wanted = colour.samples(encoding)
            let difference = zip(luma + chroma, [wanted.y, wanted.u, wanted.v]).map { abs($0 - Int($1)) }
            #expect((difference.max() ?? 255) <= 3, "\(note): \(luma) \(chroma), not \(wanted)")
        }
    }

    static let layouts = [
        "YUYV", "YVYU", "UYVY", "VYUY", "NV12", "NV21", "NV16", "NV61", "YU12", "YV12", "422P",
    ]

    @Test(arguments: layouts, [0, 32])
    func everyLayoutHasItsColours(name: String, padding: Int) throws {
        let frame = Self.frame(try Self.picture(name, padding: padding))
        expectBGRA(try Self.buffer(of: frame, as: .bgra), name)
        expectYUV(try Self.buffer(of: frame, as: .yuv420VideoRange), .camera, name)
        expectYUV(try Self.buffer(of: frame, as: .yuv420FullRange), .jpeg, name)
        let luma = try Self.buffer(of: frame, as: .luma)
        #expect(Self.pixel(0.25, 0.25, of: luma, plane: 0) == [Int(Self.colours[0].samples(.camera).y)])
    }

    @Test(arguments: encodings)
    func everyEncodingHasItsColours(encoding: YUVEncoding) throws {
        let frame = Self.frame(try Self.picture("YUYV", encoding: encoding))
        expectBGRA(try Self.buffer(of: frame, as: .bgra), "\(encoding)")
        for isFullRange in [false, true] {
            expectYUV(
                try Self.buffer(of: frame, as: isFullRange ? .yuv420FullRange : .yuv420VideoRange),
                YUVEncoding(encoding.matrix, isFullRange: isFullRange), "\(encoding)")
        }
    }

    @Test func greyStaysGrey() throws {
        let frame = Self.frame(nil)
        #expect(
            Self.pixel(0.5, 0.5, of: try Self.buffer(of: frame, as: .bgra), plane: 0) == [77, 77, 77, 255])
        let full = try Self.buffer(of: frame, as: .yuv420FullRange)
        #expect(Self.pixel(0.5, 0.5, of: full, plane: 0) == [77])
        #expect(Self.pixel(0.5, 0.5, of: full, plane: 1) == [128, 128])
        let video = try Self.buffer(of: frame, as: .yuv420VideoRange)
        #expect(Self.pixel(0.5, 0.5, of: video, plane: 0) == [82])
        // What the converter does not know is as grey as the session's luma.
        let deep = Self.frame(try Self.picture("YU12"))
        var unknown = deep
        unknown.picture = nil
        #expect(Self.pixel(0.5, 0.5, of: try Self.buffer(of: unknown, as: .luma), plane: 0) == [77])
    }

    // MARK: Motion JPEG

    /// The four colours in 32 × 32 pixels, made with Pillow.
    private static let jpeg = [UInt8](
        Data(
            base64Encoded: """
                /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsO
                CwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ
                EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAgACADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAA
                AAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk
                M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT
                lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QA
                HwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdh
                cRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hp
                anN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk
                5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDyKiiivyI/vM9qooorzz/Ec+WqKKK/09P6KP1Dooor+HD9LP/Z
                """, options: .ignoreUnknownCharacters) ?? Data())

    @Test func motionJPEGHasTheFullRange() throws {
        let frame = Self.frame(nil, payload: .encoded(Self.jpeg, limits: .standard))
        expectBGRA(try Self.buffer(of: frame, as: .bgra), "JPEG")
        expectYUV(try Self.buffer(of: frame, as: .yuv420FullRange), .jpeg, "JPEG")
        expectYUV(try Self.buffer(of: frame, as: .yuv420VideoRange), .camera, "JPEG")
    }

    @Test func damagedPicturesAreRefused() throws {
        for bytes in [Array(Self.jpeg.prefix(100)), [], [1, 2, 3]] {
            let frame = Self.frame(nil, payload: .encoded(bytes, limits: .standard))
            #expect(throws: PayloadError.self) { try Self.buffer(of: frame, as: .bgra) }
        }
        let large = Self.frame(nil, payload: .encoded(Self.jpeg, limits: DecodingLimits(pixels: 1000)))
        #expect {
            try Self.buffer(of: large, as: .bgra)
        } throws: {
            ($0 as? PayloadError)?.code == .overLimit
        }
    }

    @Test(arguments: layouts)
    func picturesThatAreTooShortAreRefused(name: String) throws {
        let whole = try Self.picture(name)
        let bytes = whole.withBytes { Array($0) }
        let block = try #require(MemoryPool(limit: 1).block(byteCount: bytes.count))
        let short = SourcePicture(
            V4L2Format(
                pixelFormat: whole.pixelFormat, width: whole.width, height: whole.height,
                bytesPerRow: whole.bytesPerRow, byteCount: bytes.count), part: whole.part, block: block,
            byteCount: bytes.count - 1)
        #expect(throws: PayloadError.self) { try Self.buffer(of: Self.frame(short), as: .bgra) }
    }

    // MARK: Turned and zoomed

    /// Which quarter is seen in each, from the top left.
    @Test(arguments: [
        (0, false, [0, 1, 2, 3]), (90, false, [2, 0, 3, 1]), (180, false, [3, 2, 1, 0]),
        (270, false, [1, 3, 0, 2]), (0, true, [1, 0, 3, 2]), (90, true, [0, 2, 1, 3]),
    ])
    func picturesAreTurned(angle: Int, isMirrored: Bool, order: [Int]) throws {
        let frame = Self.frame(try Self.picture("NV12"))
        let bgra = try Self.buffer(of: frame, as: .bgra, angle: angle, isMirrored: isMirrored)
        #expect(bgra.width == (angle % 180 == 0 ? Self.width : Self.height))
        expectBGRA(bgra, "\(angle)", order)
        let yuv = try Self.buffer(of: frame, as: .yuv420VideoRange, angle: angle, isMirrored: isMirrored)
        for (place, colour) in zip(Self.middles, order.map { Self.colours[$0] }) {
            let wanted = colour.samples(.camera)
            let chroma = Self.pixel(place.0, place.1, of: yuv, plane: 1)
            #expect(Self.pixel(place.0, place.1, of: yuv, plane: 0) == [Int(wanted.y)])
            #expect(chroma == [Int(wanted.u), Int(wanted.v)])
        }
    }

    @Test func zoomedPicturesAreCutOut() throws {
        // The bottom right quarter, all of the fourth colour.
        let part = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let buffer = try Self.buffer(of: Self.frame(try Self.picture("YUYV", part: part)), as: .bgra)
        #expect((buffer.width, buffer.height) == (16, 12))
        expectBGRA(buffer, "zoomed", [3, 3, 3, 3])
        let jpeg = Payload.cropped(.encoded(Self.jpeg, limits: .standard), to: part)
        expectBGRA(try Self.buffer(of: Self.frame(nil, payload: jpeg), as: .bgra), "JPEG", [3, 3, 3, 3])
    }

    /// Smaller, and all that is done to pictures besides.
    @Test(arguments: [
        (0, false, [0, 1, 2, 3], [16, 12]), (0, true, [1, 0, 3, 2], [16, 12]),
        (90, false, [2, 0, 3, 1], [12, 16]),
    ])
    func picturesAreMadeSmaller(angle: Int, isMirrored: Bool, order: [Int], size: [Int]) throws {
        let frame = Self.frame(try Self.picture("NV12"))
        let most = PhotoDimensions(width: size[0], height: 100)
        for format in VideoPixelFormat.allCases {
            let small = try Self.buffer(
                of: frame, as: format, within: most, angle: angle, isMirrored: isMirrored)
            #expect([small.width, small.height] == size)
            if format == .bgra { expectBGRA(small, "\(angle)", order) }
            guard format == .yuv420VideoRange || format == .luma else { continue }
            for (place, colour) in zip(Self.middles, order.map { Self.colours[$0] }) {
                let wanted = colour.samples(.camera)
                #expect(Self.pixel(place.0, place.1, of: small, plane: 0) == [Int(wanted.y)])
                guard format == .yuv420VideoRange else { continue }
                #expect(
                    Self.pixel(place.0, place.1, of: small, plane: 1) == [Int(wanted.u), Int(wanted.v)])
            }
        }
    }

    @Test func partsAreMadeSmaller() throws {
        let part = CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5)
        let frame = Self.frame(try Self.picture("YUYV", part: part))
        let small = try Self.buffer(of: frame, as: .bgra, within: PhotoDimensions(width: 7, height: 7))
        #expect((small.width, small.height) == (7, 5))
        expectBGRA(small, "zoomed", [3, 3, 3, 3])
    }

    /// Each pixel is the mean of those that it stands for.
    @Test func smallPicturesAreMeans() throws {
        let stripes = Plane.init(
            width: 8, height: 8, samples: (0..<64).map { $0.isMultiple(of: 2) ? 40 : 80 })
        let frame = Self.frame(nil, payload: .frame(Frame(luma: stripes)))
        let small = try Self.buffer(of: frame, as: .luma, within: PhotoDimensions(width: 4, height: 4))
        #expect(
            Self.pixel(0, 0, of: small, plane: 0) == [60]
                && Self.pixel(0.99, 0.99, of: small, plane: 0) == [60])
    }

    @Test func oddSizesHaveTheirLastColumnAndRow() throws {
        let grey = Plane.init(width: 5, height: 3, samples: (0..<15).map { UInt8($0 * 10) })
        let frame = Self.frame(nil, payload: .frame(Frame(luma: grey)))
        let buffer = try Self.buffer(of: frame, as: .yuv420FullRange, angle: 180)
        #expect(buffer.planes.map(\.width) == [5, 3])
        #expect(buffer.planes.map(\.height) == [3, 2])
        #expect(Self.pixel(0, 0, of: buffer, plane: 0) == [140])
        #expect(Self.pixel(0.99, 0.99, of: buffer, plane: 0) == [0])
        #expect(Self.pixel(0.99, 0.99, of: buffer, plane: 1) == [128, 128])
    }
}
