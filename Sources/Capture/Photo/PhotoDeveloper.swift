import Foundation
import MediaFiles
import MetadataOutput

/// Makes files of the pictures that were taken.
struct PhotoDeveloper: Sendable {
    private let stills: any StillMaker

    init(_ stills: any StillMaker) {
        self.stills = stills
    }

    /// Has the maker do a first small picture, which takes as long as it takes to start a worker.
    func warmUp() {
        let samples = StillSamples(
            layout: .grey, width: 16, height: 16, bytesPerRow: 16, bytes: [UInt8](repeating: 0, count: 256))
        _ = try? stills.stills(StillRequest(.samples(samples), views: [StillView()]))
    }

    /// Gives back what was made ready.
    func release() { stills.release() }

    /// A photo's file, and the small one for the screen if it is wanted.
    typealias Files = (file: [UInt8], preview: [UInt8]?)

    /// Makes the JPEG: of a camera's JPEG with not a bit of the picture changed, unless something is to be hidden or cut.
    ///
    /// - Parameters:
    ///   - uniqueID: EXIF's ImageUniqueID.
    ///   - contentIdentifier: What it has in common with the movie around it, if that is another file.
    ///   - movie: What is to be behind it in the same file; nil for nothing.
    func jpeg(
        of exposure: PhotoExposure, _ settings: CapturePhotoSettings, uniqueID: String,
        contentIdentifier: String? = nil, movie: LivePhotoMovie.Outcome? = nil
    ) throws(CaptureError) -> Files {
        guard let shown = exposure.buffer.contents.shown else {
            throw CaptureError(.decodeFailed, "nothing can be made of the camera's pictures")
        }
        let isEncoded = LumaLayout(shown.format.pixelFormat) == .jpeg
        let part = exposure.buffer.zoom.part
        let isWhole = part == CGRect(x: 0, y: 0, width: 1, height: 1)
        let hidden = settings.hiddenRegions + exposure.buffer.hiddenRegions
        let isKept = isEncoded && isWhole && hidden.isEmpty

        var views = isKept ? [] : [StillView(quality: settings.jpegQuality)]
        let sides = [settings.embeddedThumbnailSide, settings.previewSide]
        for side in sides.compactMap(\.self) { views.append(StillView(longestSide: side, quality: 75)) }
        var made: [[UInt8]] = []
        if !views.isEmpty {
            var request = StillRequest(try source(shown), views: views)
            (request.part, request.isEnlarged) = (part, true)
            request.hidden = hidden
            made = try self.made(request).stills.map(\.bytes)
        }
        guard let file = JPEGFile(isKept ? shown.bytes : made.removeFirst()) else {
            throw CaptureError(.decodeFailed, "the camera's picture is damaged")
        }
        let thumbnail = settings.embeddedThumbnailSide == nil ? nil : made.removeFirst()
        var description = description(of: exposure, settings, file.width, file.height, uniqueID)
        description.contentIdentifier = contentIdentifier
        let exif = description.segment(thumbnail: thumbnail)
        guard let movie, let bytes = movie.bytes else { return (file.file(exif: exif), made.first) }
        let time = Int((movie.photoDisplayTime / .microseconds(1)).rounded())
        return (MotionPhoto.file(file, exif: exif, movie: bytes, photoAt: time), made.first)
    }

    /// Makes a DNG of the sensor's samples, with a JPEG of it for those who only look.
    func dng(
        of exposure: PhotoExposure, _ settings: CapturePhotoSettings, uniqueID: String
    ) throws(CaptureError) -> [UInt8] {
        guard let raw = exposure.buffer.contents.raw,
            let layout = SensorLayout(named: raw.format.pixelFormat.name)
        else { throw CaptureError(.unsupported, "the camera has no raw pictures") }
        guard exposure.buffer.mask == nil else {
            throw CaptureError(.unsupported, "raw pictures cannot be masked")
        }
        let (width, height) = (raw.format.width, raw.format.height)
        guard
            let samples = layout.samples(
                raw.bytes, width: width, height: height, bytesPerRow: raw.format.bytesPerRow)
        else { throw CaptureError(.decodeFailed, "the camera's picture is cut short") }
        var file = DNGFile(
            width: width, height: height, layout: layout, samples: samples,
            description: description(of: exposure, settings, width, height, uniqueID))
        file.blackLevel = settings.rawBlackLevel
        if let neutral = settings.rawNeutral { file.neutral = neutral }
        if let matrix = settings.rawColorMatrix { file.colorMatrix = matrix }
        if let shown = exposure.buffer.contents.shown, let source = shown.stillSource {
            let view = StillView(longestSide: 1024, quality: 80)
            file.preview = try? made(StillRequest(source, views: [view])).stills.first?.bytes
        }
        return file.bytes
    }

    /// Makes a JPEG of a part of the picture, with the same EXIF and upright.
    func view(
        _ view: StillView, of exposure: PhotoExposure, _ settings: CapturePhotoSettings, uniqueID: String
    ) throws(CaptureError) -> [UInt8] {
        guard let shown = exposure.buffer.contents.shown else {
            throw CaptureError(.decodeFailed, "nothing can be made of the camera's pictures")
        }
        var request = StillRequest(try source(shown), views: [view])
        request.part = exposure.buffer.zoom.part
        request.hidden = settings.hiddenRegions + exposure.buffer.hiddenRegions
        guard let made = try made(request).stills.first, let file = JPEGFile(made.bytes) else {
            throw CaptureError(.decodeFailed, "nothing came of a part of the picture")
        }
        var description = description(of: exposure, settings, made.width, made.height, uniqueID)
        description.orientation = 1
        return file.file(exif: description.segment(thumbnail: nil))
    }

    /// How bright and how sharp a picture is.
    func measure(_ buffer: CaptureBuffer) throws(CaptureError) -> StillMeasure {
        guard let shown = buffer.contents.shown else {
            throw CaptureError(.decodeFailed, "nothing can be made of the camera's pictures")
        }
        var request = StillRequest(try source(shown), views: [])
        request.part = buffer.zoom.part
        request.includesMeasure = true
        guard let measure = try made(request).measure else {
            throw CaptureError(.decodeFailed, "the picture was not measured")
        }
        return measure
    }

    private func made(_ request: StillRequest) throws(CaptureError) -> StillResult {
        do throws(PayloadError) {
            return try stills.stills(request)
        } catch {
            throw CaptureError(.decodeFailed, error.message)
        }
    }

    /// What a photo's file says of it.
    func description(
        of exposure: PhotoExposure, _ settings: CapturePhotoSettings, _ width: Int, _ height: Int,
        _ uniqueID: String
    ) -> PhotoDescription {
        var description = PhotoDescription(width: width, height: height, date: exposure.date)
        description.orientation = exposure.orientation
        (description.make, description.model) = (exposure.make, exposure.model)
        description.software = "scanwatch"
        description.exposureDuration = exposure.exposureDuration
        description.isoSpeed = exposure.isoSpeed
        description.isFlashFired = exposure.isFlashFired
        switch settings.flashMode {
        case .off: break
        case .on: description.flashMode = .always
        case .auto: description.flashMode = .auto
        }
        description.uniqueID = uniqueID
        description.text = settings.metadata.imageDescription
        (description.artist, description.copyright) = (settings.metadata.artist, settings.metadata.copyright)
        return description
    }

    private func source(_ picture: CaptureBuffer.Picture) throws(CaptureError) -> StillSource {
        guard let source = picture.stillSource else {
            throw CaptureError(.unsupported, "no photo can be made of \(picture.format.pixelFormat)")
        }
        return source
    }
}

extension CaptureBuffer.Picture {
    /// For those who make files of it; nil if they do not know its layout.
    var stillSource: StillSource? {
        if LumaLayout(format.pixelFormat) == .jpeg { return .jpeg(bytes) }
        guard let layout = StillSamples.Layout(rawValue: format.pixelFormat.name) else { return nil }
        var samples = StillSamples(
            layout: layout, width: format.width, height: format.height,
            bytesPerRow: LumaLayout(format.pixelFormat).bytesPerRow(of: format), bytes: bytes)
        samples.isFullRange = format.encoding.isFullRange
        samples.matrix =
            switch format.encoding.matrix {
            case .bt601: .bt601
            case .bt709: .bt709
            case .bt2020: .bt2020
            }
        return .samples(samples)
    }
}
