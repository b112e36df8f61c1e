package import Foundation

/// What a photo's file says of how, when and by what it was taken; EXIF 2.32.
package struct PhotoDescription: Sendable {
    /// In pixels, as stored.
    package var width: Int
    package var height: Int
    /// EXIF's orientation, 1…8.
    package var orientation: UInt16 = 1
    /// When it was taken.
    package var date: Date
    /// The camera's maker and name.
    package var make: String?
    package var model: String?
    package var software: String?
    /// How long it was exposed; nil where the camera does not say.
    package var exposureDuration: Duration?
    /// ISO's number, not a driver's gain.
    package var isoSpeed: Int?
    package var isFlashFired = false
    /// When the flash was to fire.
    package var flashMode = FlashMode.unknown
    /// 32 hexadecimal digits.
    package var uniqueID: String?
    package var text: String?
    package var artist: String?
    package var copyright: String?
    /// What the photo and the movie around it have in common, Apple's way; nil of a photo alone.
    package var contentIdentifier: String?

    /// When a flash fires, by EXIF's numbers.
    package enum FlashMode: UInt16, Sendable {
        case unknown = 0
        case always = 1
        case auto = 3
    }

    package init(width: Int, height: Int, date: Date) {
        (self.width, self.height, self.date) = (width, height, date)
    }

    /// The most bytes of a JPEG's segment, its length aside.
    private static let mostBytes = 65_533
    /// Of a text: as many as a thousand characters have in any script.
    private static let mostTextBytes = 4_000
    private static let name: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

    /// The content of a JPEG's APP1 segment. A thumbnail that has no room in it is left out.
    ///
    /// - Parameter thumbnail: A JPEG.
    package func segment(thumbnail: [UInt8]?) -> [UInt8] {
        let directories = [mainDirectory] + (thumbnail.map { [Self.thumbnailDirectory($0)] } ?? [])
        let segment = Self.name + TIFFDirectory.file(directories)
        return segment.count <= Self.mostBytes || thumbnail == nil ? segment : self.segment(thumbnail: nil)
    }

    /// What the first directory of EXIF has in a JPEG.
    private var mainDirectory: TIFFDirectory {
        var main = commonDirectory
        main.values[Tag.yCbCrPositioning] = .shorts([1])
        var exif = exifDirectory
        exif.values[Tag.componentsConfiguration] = .undefined([1, 2, 3, 0])
        exif.values[Tag.flashpixVersion] = .undefined(Array("0100".utf8))
        exif.values[Tag.colorSpace] = .shorts([1])
        exif.values[Tag.pixelXDimension] = .longs([UInt32(clamping: width)])
        exif.values[Tag.pixelYDimension] = .longs([UInt32(clamping: height)])
        main.directories[Tag.exif] = [exif]
        return main
    }

    /// What describes a photo of any format.
    var commonDirectory: TIFFDirectory {
        var main = TIFFDirectory()
        main.setResolution()
        main.values[Tag.orientation] = .shorts([orientation])
        main.values[Tag.dateTime] = .text(Self.text(of: date).time)
        let texts = [
            (Tag.imageDescription, text), (Tag.make, make), (Tag.model, model), (Tag.software, software),
            (Tag.artist, artist), (Tag.copyright, copyright),
        ]
        for case (let tag, let text?) in texts where !text.isEmpty {
            // A character may have any number of bytes, and all texts together must fit into a segment.
            let bytes = text.prefix(1000).utf8.prefix(Self.mostTextBytes)
            main.values[tag] = .text(String(decoding: bytes, as: UTF8.self))
        }
        return main
    }

    var exifDirectory: TIFFDirectory {
        var exif = TIFFDirectory()
        let (time, fraction, offset) = Self.text(of: date)
        exif.values[Tag.exifVersion] = .undefined(Array("0232".utf8))
        exif.values[Tag.dateTimeOriginal] = .text(time)
        exif.values[Tag.dateTimeDigitized] = .text(time)
        for tag in [Tag.subSecTimeOriginal, Tag.subSecTimeDigitized] { exif.values[tag] = .text(fraction) }
        for tag in [Tag.offsetTime, Tag.offsetTimeOriginal, Tag.offsetTimeDigitized] {
            exif.values[tag] = .text(offset)
        }
        if let exposureDuration {
            let microseconds = UInt32(clamping: Int((exposureDuration / .microseconds(1)).rounded()))
            exif.values[Tag.exposureTime] = .rationals([.init(microseconds, 1_000_000)])
        }
        if let isoSpeed { exif.values[Tag.isoSpeedRatings] = .shorts([UInt16(clamping: isoSpeed)]) }
        exif.values[Tag.flash] = .shorts([flash])
        if let contentIdentifier {
            exif.values[Tag.makerNote] = .undefined(Self.makerNote(contentIdentifier))
        }
        if let uniqueID { exif.values[Tag.imageUniqueID] = .text(uniqueID) }
        return exif
    }

    /// When the flash was to fire, and whether it has.
    var flash: UInt16 { flashMode.rawValue << 3 | (isFlashFired ? 1 : 0) }

    /// Apple's note with one tag, the identifier; its offsets count from its beginning.
    private static func makerNote(_ identifier: String) -> [UInt8] {
        let text = Array(identifier.utf8) + [0]
        var note = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
        note.append16(1)
        for number in [0x11, 2] { note.append16(number) }
        // The text follows the one entry and the place of a next directory.
        for number in [text.count, note.count + 12, 0] { note.append32(number) }
        return note + text
    }

    private static func thumbnailDirectory(_ thumbnail: [UInt8]) -> TIFFDirectory {
        var directory = TIFFDirectory()
        directory.setResolution()
        directory.values[Tag.compression] = .shorts([6])
        directory.values[Tag.thumbnailLength] = .longs([UInt32(thumbnail.count)])
        directory.data = TIFFDirectory.DataBlock(tag: Tag.thumbnailOffset, bytes: thumbnail)
        return directory
    }

    /// A date as EXIF writes it, in this machine's time zone.
    static func text(of date: Date) -> (time: String, fraction: String, offset: String) {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        var seconds = time_t(milliseconds.floored(by: 1000))
        var parts = tm()
        localtime_r(&seconds, &parts)
        func digits(_ number: Int, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = [
            digits(Int(parts.tm_year) + 1900, 4), digits(Int(parts.tm_mon) + 1), digits(Int(parts.tm_mday)),
        ]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0)) }
        let minutes = parts.tm_gmtoff / 60
        return (
            day.joined(separator: ":") + " " + clock.joined(separator: ":"),
            digits(milliseconds - 1000 * milliseconds.floored(by: 1000), 3),
            (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60) + ":" + digits(abs(minutes) % 60)
        )
    }
}

extension TIFFDirectory {
    /// 72 dots an inch: what EXIF has for pictures that have no size on paper.
    mutating func setResolution() {
        values[Tag.xResolution] = .rationals([.init(72, 1)])
        values[Tag.yResolution] = .rationals([.init(72, 1)])
        values[Tag.resolutionUnit] = .shorts([2])
    }
}

extension Int {
    fileprivate func floored(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
