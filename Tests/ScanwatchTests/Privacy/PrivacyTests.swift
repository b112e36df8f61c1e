import Decoders
import Foundation
import MetadataOutput
import Testing

/// Drawings and reports show pictures and tell nothing else that their files hold: looked for by `exiftool` (Debian's
/// libimage-exiftool-perl) and as bytes, in what the tool wrote and in the pictures embedded there.
@Suite struct PrivacyTests {
    private let scratch: ScratchFolder
    private let decoder = StandardPictureDecoder()

    init() throws {
        scratch = try ScratchFolder()
    }

    private static let pictures = Tool.package.appending(path: "Tests/DecodersTests/Pictures")

    /// Pictures and whether their samples are embedded as they are stored.
    private static let names: [(name: String, isAsStored: Bool)] = [
        ("colour/baseline-420.jpg", true), ("colour/baseline-444.jpg", true), ("colour/cmyk.jpg", true),
        ("colour/cmyk-progressive.jpg", true), ("colour/progressive.jpg", true),
        ("colour/restarts.jpg", true),
        ("colour/rgb.jpg", true), ("colour/scans.jpg", true), ("colour/trailing.jpg", true),
        ("grey/baseline.jpg", true), ("colour/arithmetic.jpg", false), ("colour/no-end.jpg", false),
        ("colour/palette-8.png", true), ("colour/rgb-16-interlaced.png", true), ("grey/grey-4.png", true),
        ("alpha/palette-alpha-4.png", true), ("alpha/rgb-alpha-8.png", true),
        ("grey-keyed/grey-8-key.png", true),
        ("grey-keyed/rgb-8-key.png", true), ("colour/lossy.webp", true), ("colour/lossless.webp", true),
        ("alpha/lossy.webp", true), ("alpha/lossless.webp", true), ("transparent/animated-lossy.webp", false),
        ("colour/plain.gif", true), ("transparent/interlaced.gif", true), ("colour/animated.gif", true),
        ("offset/frame.gif", true), ("colour/24.bmp", false), ("colour/strips.tif", false),
    ]

    private static func planted(_ plain: [UInt8], kind: String, orientation: UInt8 = 1) -> [UInt8] {
        switch kind {
        case "jpg": PlantedPicture.jpeg(plain, orientation: orientation)
        case "png": PlantedPicture.png(plain)
        case "webp": PlantedPicture.webp(plain, canvas: (31, 23))
        case "gif": PlantedPicture.gif(plain)
        default: plain + PlantedPicture.text("trailer")
        }
    }

    @Test func nothingOfAFileButItsPictureIsPassedOn() throws {
        let folder = scratch.url.appending(path: "photos")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var cases: [(name: String, plain: [UInt8], isAsStored: Bool)] = []
        for (name, isAsStored) in Self.names {
            let url = Self.pictures.appending(path: name)
            let plain = [UInt8](try Data(contentsOf: url))
            for orientation: UInt8 in name == "colour/baseline-420.jpg" ? [1, 6] : [1] {
                let file = "\(orientation)-" + name.replacing("/", with: "-")
                let bytes = Self.planted(plain, kind: url.pathExtension, orientation: orientation)
                try Data(bytes).write(to: folder.appending(path: file))
                cases.append((file, plain, isAsStored))
            }
        }
        let made = try Tool.run(
            "scanwatch -q --effort fast --annotate drawings --report report.html photos >records.jsonl",
            in: scratch.url)
        // 1 says that nothing was found.
        try #require(made.status == 1, "\(made.errors)")

        let embedded = scratch.url.appending(path: "embedded")
        try FileManager.default.createDirectory(at: embedded, withIntermediateDirectories: true)
        for (file, plain, isAsStored) in cases {
            let drawing = try Data(contentsOf: scratch.url.appending(path: "drawings/photos/\(file).svg"))
            let shown = try #require(try extract(from: drawing, named: file, to: embedded).first, "\(file)")
            let frame = try decoder.frame(from: shown.bytes, limits: .standard).luma
            let before = try decoder.frame(from: plain, limits: .standard).luma
            #expect(frame.width == before.width && frame.height == before.height, "\(file)")
            let differences = zip(samples(frame), samples(before)).map { abs(Int($0) - Int($1)) }
            // In grey they were encoded anew.
            #expect(
                isAsStored ? differences.max() == 0 : differences.reduce(0, +) < 3 * differences.count,
                "\(file)")
        }
        let report = try Data(contentsOf: scratch.url.appending(path: "report.html"))
        #expect(try extract(from: report, named: "report", to: embedded).count == cases.count)
        try exiftoolFindsNothing(in: embedded)
    }

    private func samples(_ plane: Plane) -> [UInt8] {
        plane.withBytes { span in span.indices.map { span[$0] } }
    }

    /// The pictures embedded in a page, each written to a file; neither they nor the page hold a planted word.
    private func extract(from page: Data, named name: String, to folder: URL) throws -> [(
        kind: String, bytes: [UInt8]
    )] {
        let text = String(decoding: page, as: UTF8.self)
        #expect(!text.contains(PlantedPicture.mark), "\(name)")
        var found: [(kind: String, bytes: [UInt8])] = []
        for match in text.matches(of: /data:image\/([a-z]+);base64,([A-Za-z0-9+\/=]+)/) {
            let picture = try #require(Data(base64Encoded: String(match.2)))
            #expect(picture.firstRange(of: Data(PlantedPicture.mark.utf8)) == nil, "\(name)")
            try picture.write(to: folder.appending(path: "\(name)-\(found.count).\(match.1)"))
            found.append((String(match.1), [UInt8](picture)))
        }
        return found
    }

    /// It tells where the planted pictures were taken, and of the embedded ones nothing but what decoding needs and
    /// what the tool itself wrote.
    private func exiftoolFindsNothing(in embedded: URL) throws {
        let planted = try tags(in: "photos")
        let left = [
            "GPS:GPSLatitude", "IFD0:Artist", "XMP-photoshop:City", "IPTC:City", "File:Comment",
            "PNG:Comment",
            "PNG:ICC_Profile", "MPF0:NumberOfImages", "JFXX:ThumbnailImage",
        ]
        #expect(planted.isSuperset(of: left))
        for place in [embedded.lastPathComponent, "drawings", "report.html"] {
            let told = try tags(in: place)
            #expect(
                !told.isEmpty && told.isSubset(of: Self.harmless),
                "\(told.subtracting(Self.harmless).sorted())")
        }
    }

    /// What exiftool may tell: of the file as such, of how the samples are stored, and of a page.
    private static let harmless: Set<String> = {
        let system =
            "FileName Directory FileSize FileModifyDate FileAccessDate FileInodeChangeDate FilePermissions"
        let file = "FileType FileTypeExtension MIMEType ImageWidth ImageHeight EncodingProcess BitsPerSample"
        let png =
            "ImageWidth ImageHeight BitDepth ColorType Compression Filter Interlace Palette Transparency"
        let gif =
            "GIFVersion ImageWidth ImageHeight HasColorMap ColorResolutionDepth BitsPerPixel BackgroundColor"
        let webp = "ImageWidth ImageHeight VP8Version HorizontalScale VerticalScale WebP_Flags"
        let groups = [
            "System": system, "ExifTool": "ExifToolVersion", "Composite": "ImageSize Megapixels",
            "File": file + " ColorComponents YCbCrSubSampling",
            "JFIF": "JFIFVersion ResolutionUnit XResolution YResolution",
            "Adobe": "DCTEncodeVersion APP14Flags0 APP14Flags1 ColorTransform", "PNG": png,
            "GIF": gif + " TransparentColor",
            "RIFF": webp + " AlphaCompression AlphaFiltering AlphaPreprocessing",
            "SVG": "ImageWidth ImageHeight Title ViewBox Xmlns", "HTML": "Referrer Title Viewport",
            "HTTP-equiv": "HTTPEquivContentSecurityPolicy",
        ]
        return Set(groups.flatMap { group, names in names.split(separator: " ").map { "\(group):\($0)" } })
    }()

    /// The names of all that exiftool tells of the files in a folder, with their groups.
    private func tags(in folder: String) throws -> Set<String> {
        let outcome = try Tool.run("exiftool -a -u -ee -G1 -s -r -ext '*' '\(folder)'", in: scratch.url)
        return Set(
            outcome.output.split(separator: "\n").compactMap { line in
                line.firstMatch(of: /^\[([^\]]+)\]\s+(\S+)\s*:/).map { "\($0.1):\($0.2)" }
            })
    }
}
