import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Testing

/// Files as ExifTool and a decoder see them.
@Suite struct PhotoFileTests {
    private let samples = StillSamples(
        layout: .yuyv, width: 64, height: 48, bytesPerRow: 128,
        bytes: (0..<64 * 48 * 2).map { UInt8($0 * 7 % 251) })

    private func made(_ views: [StillView]) throws -> [[UInt8]] {
        try StandardStillMaker().stills(StillRequest(.samples(samples), views: views)).stills.map(\.bytes)
    }

    private func description() -> PhotoDescription {
        var description = PhotoDescription(
            width: 64, height: 48, date: Date(timeIntervalSince1970: 1_795_000_000.25))
        description.orientation = 6
        description.make = "Camera Lab"
        description.model = "Software Webcam"
        description.software = "scanwatch"
        description.exposureDuration = .microseconds(16_700)
        description.isoSpeed = 200
        description.uniqueID = "0123456789abcdef0123456789abcdef"
        description.text = "B\u{e4}dge \u{1b}[31m"
        description.artist = "Door"
        return description
    }

    /// As a text of accents upon accents is.
    @Test func aTextOfLongCharactersHasRoomInAFile() throws {
        var description = description()
        let text = "e" + String(repeating: "\u{301}", count: 50_000)
        (description.text, description.artist, description.copyright) = (text, text, text)
        let photo = try #require(JPEGFile(try made([StillView()])[0]))
        let file = photo.file(exif: description.segment(thumbnail: nil))
        #expect(try ExifTool.tags(file, "jpg")["Make"] as? String == "Camera Lab")
    }

    @Test func exifToolHasNothingToSayAgainstAPhoto() throws {
        let files = try made([StillView(), StillView(longestSide: 32)])
        let file = try #require(JPEGFile(files[0])).file(exif: description().segment(thumbnail: files[1]))
        try ExifTool.expectValid(file, "jpg")
        let tags = try ExifTool.tags(file, "jpg")
        #expect(tags["Orientation"] as? Int == 6)
        #expect(tags["ExposureTime"] as? Double == 0.0167)
        #expect(tags["ISO"] as? Int == 200)
        #expect(tags["ImageUniqueID"] as? String == "0123456789abcdef0123456789abcdef")
        #expect(tags["SubSecTimeOriginal"] as? Int == 250)
        let offset = try #require(tags["OffsetTimeOriginal"] as? String)
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyy:MM:dd HH:mm:ssXXX"
        let time = try #require(tags["DateTimeOriginal"] as? String)
        #expect(format.date(from: time + offset)?.timeIntervalSince1970 == 1_795_000_000)
        #expect(tags["Make"] as? String == "Camera Lab")
        #expect((tags["ImageDescription"] as? String)?.contains("\u{1b}") != true)
        // The thumbnail is a JPEG, to the last byte.
        #expect(try ExifTool.run(file, "jpg", "-b", "-ThumbnailImage") == Data(files[1]))
        // Without what a camera does not say it is as valid.
        let bare = PhotoDescription(width: 64, height: 48, date: .now).segment(thumbnail: nil)
        try ExifTool.expectValid(try #require(JPEGFile(files[0])).file(exif: bare), "jpg")
    }

    @Test func aThumbnailWithoutRoomIsLeftOut() throws {
        let segment = description().segment(thumbnail: [UInt8](repeating: 1, count: 65_500))
        #expect(segment == description().segment(thumbnail: nil))
    }

    /// What many cameras send: the tables of the standard, left out.
    @Test func tablesThatWereLeftOutArePutBack() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../SampleImages/face/obama-turned+00.jpg")
        let photograph = [UInt8](try Data(contentsOf: url))
        let whole = try #require(JPEGFile(photograph))
        try #require(whole.hasHuffmanTables)
        let file = whole.file(exif: [])
        // The standard's tables are in the sample in one segment or several; all go.
        let bare = Self.removingTables(from: file)
        let mended = try #require(JPEGFile(bare)).file(exif: description().segment(thumbnail: nil))
        let decoder = StandardPictureDecoder()
        func luma(_ bytes: [UInt8]) throws -> [UInt8] {
            try decoder.frame(from: bytes, limits: .standard).luma.withBytes { bytes in
                (0..<bytes.count).map { bytes[$0] }
            }
        }
        var upright = description()
        upright.orientation = 1
        let shown = try #require(JPEGFile(bare)).file(exif: upright.segment(thumbnail: nil))
        #expect(try luma(shown) == luma(file))
        #expect(mended.suffix(whole.picture.count) == whole.picture)
        try ExifTool.expectValid(mended, "jpg")
    }

    private static func removingTables(from file: [UInt8]) -> [UInt8] {
        var bytes = Array(file.prefix(2))
        var place = 2
        while file[place + 1] != 0xda {
            let length = 2 + Int(file[place + 2]) << 8 + Int(file[place + 3])
            if file[place + 1] != 0xc4 { bytes += file[place..<place + length] }
            place += length
        }
        return bytes + file[place...]
    }
}
