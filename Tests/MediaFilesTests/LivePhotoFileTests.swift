import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import MediaFiles

/// Photos with a movie around them, as ExifTool and FFmpeg see them.
@Suite struct LivePhotoFileTests {
    private let identifier = "5F3B2C1A-0000-4000-8000-0123456789AB"

    private func description() -> PhotoDescription {
        var description = PhotoDescription(width: 64, height: 48, date: .now)
        description.uniqueID = "0123456789abcdef0123456789abcdef"
        return description
    }

    @Test func aMotionPhotoIsAPhotoAndAMovie() throws {
        let movie = try MadeMovie(
            MovieDescription(.mp4, width: MadeMovie.width, height: MadeMovie.height), frameCount: 90
        ).finished
        let photo = try #require(JPEGFile(MadeMovie.frame(3)))
        let exif = description().segment(thumbnail: nil)
        let file = MotionPhoto.file(photo, exif: exif, movie: movie, photoAt: 1_500_000)
        try ExifTool.expectValid(file, "jpg")
        let tags = try ExifTool.tags(file, "jpg", "-struct", "-XMP:All")
        #expect(tags["MotionPhoto"] as? Int == 1 && tags["MotionPhotoVersion"] as? Int == 1)
        #expect(tags["MotionPhotoPresentationTimestampUs"] as? Int == 1_500_000)
        let items = (tags["Directory"] as? [[String: Any]])?.compactMap { $0["Item"] as? [String: Any] }
        #expect(items?.map { $0["Semantic"] as? String } == ["Primary", "MotionPhoto"])
        // What it says of the movie's length is where the movie begins.
        let count = try #require(items?.last?["Length"] as? Int)
        #expect(Array(file.suffix(count)) == movie)
        #expect(try FFmpeg.frameCount(Array(file.suffix(count))) == 90)
        // Without the movie it is the photo, to the last bit of the picture.
        let still = [UInt8](try ExifTool.changed(file, "jpg", "-trailer:all="))
        #expect(still == Array(file.dropLast(count)))
        #expect(JPEGFile(still)?.picture == photo.picture)
    }

    @Test func applesPairHasOneIdentifier() throws {
        var description = description()
        description.contentIdentifier = identifier
        let photo = try #require(JPEGFile(MadeMovie.frame(3))).file(exif: description.segment(thumbnail: nil))
        try ExifTool.expectValid(photo, "jpg")
        let photoTags = try ExifTool.tags(photo, "jpg")
        #expect((photoTags["ContentIdentifier"] ?? photoTags["MediaGroupUUID"]) as? String == identifier)

        var movie = MovieDescription(.quickTime, width: MadeMovie.width, height: MadeMovie.height)
        (movie.contentIdentifier, movie.hasStillImageTime) = (identifier, true)
        let file = try MadeMovie(movie, frameCount: 90).finished
        let tags = try ExifTool.tags(file, "mov", "-ee")
        #expect(tags["ContentIdentifier"] as? String == identifier)
        #expect(tags["StillImageTime"] as? Int == -1)
        #expect(try FFmpeg.frameCount(file, "mov") == 90)
        let still = try FFmpeg.times(file, "mov", stream: "d")
        #expect(still.map(\.time) == [MadeMovie.time(of: MadeMovie.stillFrame)])
    }
}
