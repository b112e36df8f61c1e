import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Testing

/// Sensors' samples through the file and back, by readers of others.
@Suite struct DNGFileTests {
    /// The kernel's names of formats, and how their test pictures are packed.
    private static let names = [
        "BA81", "GBRG", "GRBG", "RGGB", "BG10", "GB10", "BA10", "RG10", "BG12", "GB12", "BA12", "RG12",
        "BG14", "GB14",
        "GR14", "RG14", "BYR2", "GB16", "GR16", "RG16", "pBAA", "pGAA", "pgAA", "pRAA", "pBCC", "pGCC",
        "pgCC", "pRCC",
        "pBEE", "pGEE", "pgEE", "pREE", "GREY", "Y10", "Y12", "Y14", "Y16", "Y16-BE", "Y10B", "Y10P", "Y12P",
        "Y14P",
    ]
    private static let (width, height) = (321, 64)

    /// Numbers of so many bits, always the same, with the least and the greatest among them.
    private static func numbers(_ bits: Int) -> [UInt16] {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        var numbers = (0..<width * height).map { _ -> UInt16 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt16(truncatingIfNeeded: state >> 40) & UInt16((1 << bits) - 1)
        }
        (numbers[0], numbers[1]) = (0, UInt16((1 << bits) - 1))
        return numbers
    }

    /// Bits as bytes.
    ///
    /// - Parameter isHighFirst: Whether the first bit is a byte's highest.
    private static func bytes(_ bits: [Bool], isHighFirst: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (place, bit) in bits.enumerated() where bit {
            bytes[place / 8] |= isHighFirst ? 0x80 >> UInt8(place % 8) : 1 << UInt8(place % 8)
        }
        return bytes
    }

    /// A row as a sensor's interface packs it, written from the specification's side: bit by bit.
    private static func packed(_ row: [UInt16], _ name: String, _ bits: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        if name.hasPrefix("p") || name.hasSuffix("P") {
            let group = bits == 12 ? 2 : 4
            for start in stride(from: 0, to: row.count, by: group) {
                var low: [Bool] = []
                for place in start..<start + group {
                    let sample: UInt16 = place < row.count ? row[place] : 0
                    bytes.append(UInt8(sample >> UInt16(bits - 8)))
                    for bit in 0..<(bits - 8) { low.append(sample >> UInt16(bit) & 1 == 1) }
                }
                bytes += Self.bytes(low, isHighFirst: false)
            }
            return bytes
        }
        if name == "Y10B" {
            var all: [Bool] = []
            for sample in row {
                for bit in 0..<10 { all.append(sample >> UInt16(9 - bit) & 1 == 1) }
            }
            return Self.bytes(all, isHighFirst: true)
        }
        for sample in row {
            let (high, low) = (UInt8(sample >> 8), UInt8(sample & 0xff))
            if bits == 8 {
                bytes.append(low)
            } else {
                bytes += name.hasSuffix("-BE") ? [high, low] : [low, high]
            }
        }
        return bytes
    }

    private static func file(_ layout: SensorLayout, _ samples: [UInt16], _ width: Int, _ height: Int)
        -> DNGFile
    {
        var description = PhotoDescription(
            width: width, height: height, date: Date(timeIntervalSince1970: 1_795_000_000))
        (description.make, description.model) = ("Camera Lab", "Sensor")
        description.uniqueID = "0123456789abcdef0123456789abcdef"
        description.exposureDuration = .milliseconds(10)
        return DNGFile(
            width: width, height: height, layout: layout, samples: samples, description: description)
    }

    @Test(arguments: names) func noSampleIsAnother(name: String) throws {
        let (width, height) = (Self.width, Self.height)
        let layout = try #require(SensorLayout(named: name))
        let numbers = Self.numbers(layout.bits)
        // Something stands behind each row.
        var rows: [UInt8] = []
        for row in 0..<height {
            rows += Self.packed(Array(numbers[row * width..<(row + 1) * width]), name, layout.bits)
            rows += [1, 2, 3]
        }
        let stride = layout.rowLength(width: width) + 3
        let samples = try #require(layout.samples(rows, width: width, height: height, bytesPerRow: stride))
        #expect(samples == numbers)
        #expect(
            layout.samples(Array(rows.dropLast(4)), width: width, height: height, bytesPerRow: stride) == nil)
        let file = Self.file(layout, samples, width, height).bytes
        for reader in Reader.allCases {
            #expect(try reader.samples(of: file, width, height) == numbers, "\(reader)")
        }
    }

    /// Who only wants to look gets the preview, to the last byte.
    @Test func thePreviewIsExtractedAsAJPEG() throws {
        let layout = try #require(SensorLayout(named: "RG10"))
        var file = Self.file(
            layout, Self.numbers(10), Self.width, Self.height)
        let samples = StillSamples(
            layout: .grey, width: 64, height: 48, bytesPerRow: 64,
            bytes: (0..<64 * 48).map { UInt8($0 % 251) })
        let stills = try StandardStillMaker().stills(StillRequest(.samples(samples), views: [StillView()]))
        let preview = try #require(stills.stills.first).bytes
        file.preview = preview
        try ExifTool.expectValid(file.bytes, "dng")
        let extracted = try ExifTool.run(file.bytes, "dng", "-b", "-PreviewImage", "-JpgFromRaw")
        #expect(extracted == Data(preview))
    }

    enum Reader: CaseIterable {
        case dcraw, libraw

        /// The samples as another reader has them, unprocessed.
        func samples(of file: [UInt8], _ width: Int, _ height: Int) throws -> [UInt16]? {
            let scratch = FileManager.default.temporaryDirectory.appending(path: "dng-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: scratch) }
            try Data(file).write(to: scratch.appending(path: "a.dng"))
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            let line = self == .dcraw ? "dcraw -D -4 -t 0 a.dng" : "unprocessed_raw a.dng >/dev/null 2>&1"
            process.arguments = ["-c", "\(line); cat *.pgm"]
            process.currentDirectoryURL = scratch
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let picture = [UInt8](try pipe.fileHandleForReading.readToEnd() ?? Data())
            process.waitUntilExit()
            // A PGM of 16 bits, big-endian, behind a header of text.
            let count = width * height
            guard picture.count > 2 * count, picture.starts(with: Array("P5".utf8)) else { return nil }
            let start = picture.count - 2 * count
            return (0..<count).map {
                UInt16(picture[start + 2 * $0]) << 8 | UInt16(picture[start + 2 * $0 + 1])
            }
        }
    }

    @Test(arguments: ["RGGB", "BG10", "pgCC", "GB16", "Y12"]) func exifToolHasNothingToSayAgainstIt(
        name: String
    ) throws {
        let layout = try #require(SensorLayout(named: name))
        let file = Self.file(layout, Self.numbers(layout.bits), Self.width, Self.height).bytes
        try ExifTool.expectValid(file, "dng")
        let tags = try ExifTool.tags(file, "dng")
        #expect(tags["ImageUniqueID"] as? String == "0123456789abcdef0123456789abcdef")
        #expect(tags["ExposureTime"] as? Double == 0.01)
        #expect(tags["WhiteLevel"] as? Int == (1 << layout.bits) - 1)
    }

    /// Patches of red, green, blue and grey, developed by LibRaw, are red, green, blue and grey.
    @Test(arguments: ["RG10", "GB10", "BA10", "BG10"]) func coloursComeOutAsSuch(name: String) throws {
        let layout = try #require(SensorLayout(named: name))
        let side = 64
        let patches: [[UInt16]] = [[800, 60, 60], [60, 800, 60], [60, 60, 800], [500, 500, 500]]
        // What colour each of two by two pixels has, by the pattern's name.
        let colours = layout.pattern.rawValue.map { ["r": 0, "g": 1, "b": 2][$0] ?? 0 }
        let samples = (0..<side * side * 4).map { place -> UInt16 in
            let (x, y) = (place % (2 * side), place / (2 * side))
            return patches[y / side * 2 + x / side][colours[y % 2 * 2 + x % 2]]
        }
        let scratch = FileManager.default.temporaryDirectory.appending(path: "dng-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        try Data(Self.file(layout, samples, 2 * side, 2 * side).bytes).write(
            to: scratch.appending(path: "a.dng"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["dcraw_emu", "-w", scratch.appending(path: "a.dng").path]
        try process.run()
        process.waitUntilExit()
        let picture = [UInt8](try Data(contentsOf: scratch.appending(path: "a.dng.ppm")))
        let start = picture.count - side * side * 4 * 3
        for (patch, strongest) in [(0, 0), (1, 1), (2, 2)] {
            let place = (patch / 2 * side + side / 2) * 2 * side + patch % 2 * side + side / 2
            let pixel = (0..<3).map { Int(picture[start + place * 3 + $0]) }
            #expect(
                pixel.max() == pixel[strongest] && pixel.filter { $0 > pixel[strongest] - 60 }.count == 1,
                "\(pixel)")
        }
        let grey = (side + side / 2) * 2 * side + side + side / 2
        let pixel = (0..<3).map { Int(picture[start + grey * 3 + $0]) }
        #expect((pixel.max() ?? 0) - (pixel.min() ?? 0) < 24, "\(pixel)")
    }

    @Test func whatIsNoSensorsIsRefused() {
        for name in ["YUYV", "MJPG", "NV12", "BA82", "RG11", "pRXX", "PC1R", "ip3b", "aBA8", "bBA8", ""] {
            #expect(SensorLayout(named: name) == nil, "\(name)")
        }
    }
}
