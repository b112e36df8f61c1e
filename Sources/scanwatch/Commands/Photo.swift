import ArgumentParser
import Capture
import Foundation
import MetadataOutput

/// Takes a photo, or a series of them.
struct Photo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Take a photo with a camera.",
        discussion: """
            The photo is a JPEG with EXIF: when and by what it was taken, how long it was exposed, a thumbnail. Of a \
            camera that sends JPEGs the picture is the camera's own, to the last bit. A file appears as a whole or \
            not at all. The name of each file that was written is printed.

            Exit status: 0 the photo was written, 64 wrong usage, 69 no camera or no picture, 74 the file could not \
            be written.

            Example:
              $ scanwatch photo --device synthetic:code --output code.jpg
            """)

    @OptionGroup(title: "Camera")
    var camera: CameraOptions

    @Option(
        help: ArgumentHelp(
            "Write the photo to this file (default: to standard output).", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            """
            jpeg; dng: the sensor's samples, of cameras that deliver them; both: both of the same picture, \
            FILE.dng and FILE.jpg.
            """, valueName: "jpeg|dng|both"))
    var format = Format.jpeg

    @Option(
        help: ArgumentHelp(
            """
            speed: the next frame; balanced: the sharpest of three; quality: the sharpest of eight (default: balanced).
            """, valueName: "speed|balanced|quality"))
    var quality: Quality?

    @Option(
        help: ArgumentHelp(
            """
            off; on: by the light of a flash, or of a lamp that shines for the photo; auto: that where it is dark. The \
            lamp is the camera's own, the only flash of this machine, or --flash-source.
            """, valueName: "off|on|auto"))
    var flash = Flash.off

    @Option(
        help: ArgumentHelp(
            """
            The lamp for --flash: one of /sys/class/leds by its name, a flash by its node (/dev/v4l-subdev0), or a \
            program that is run with 1 to turn one on and with 0 to turn it off.
            """, valueName: "lamp"), completion: .file())
    var flashSource: String?

    @Option(
        help: ArgumentHelp(
            "Wait so long after the camera has begun, until it exposes well.",
            valueName: "seconds"))
    var delay = 1.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Take a photo with each of these exposures, so much brighter or darker than the camera's own; with \
            --output FILE.jpg they are FILE-1.jpg, FILE-2.jpg and so on.
            """, valueName: "EV,EV,..."))
    var bracket: BracketList?

    @Option(
        help: ArgumentHelp(
            """
            With a movie of 1.5 seconds before and after. motion: behind the photo in its own file, whose name ends in \
            MP.jpg, as Google's Motion Photos have it; pair: beside it, FILE.mov, as Apple's Live Photos have it.
            """, valueName: "motion|pair"))
    var live: Live?

    @Option(
        help: ArgumentHelp(
            """
            What that movie's frames are: JPEGs, or H.264, which needs an encoder or libopenh264 (default: jpeg).
            """, valueName: "jpeg|h264"))
    var videoCodec: VideoCodecArgument?

    @OptionGroup(title: "Isolation")
    var isolation: IsolationOptions

    /// The argument of `--live`.
    enum Live: String, ExpressibleByArgument, CaseIterable {
        case motion, pair
    }

    /// The argument of `--format`.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case jpeg, dng, both

        var files: CapturePhotoSettings.FileFormat {
            switch self {
            case .jpeg: .jpeg
            case .dng: .raw
            case .both: .rawAndJPEG
            }
        }
    }

    /// The argument of `--flash`.
    enum Flash: String, ExpressibleByArgument, CaseIterable {
        case off, on, auto

        var mode: CapturePhotoSettings.FlashMode {
            switch self {
            case .off: .off
            case .on: .on
            case .auto: .auto
            }
        }
    }

    /// The argument of `--quality`.
    enum Quality: String, ExpressibleByArgument, CaseIterable {
        case speed, balanced, quality

        var prioritization: CapturePhotoSettings.QualityPrioritization {
            switch self {
            case .speed: .speed
            case .balanced: .balanced
            case .quality: .quality
            }
        }
    }

    func validate() throws {
        guard camera.device.count < 2 else { throw ValidationError("A photo is taken with one camera.") }
        guard isolation.deadline == nil else {
            throw ValidationError("--deadline is for searches; a photo is not searched.")
        }
        try OutputName.checkFile(output)
        guard output != "-" else {
            throw ValidationError("Without --output a photo goes to standard output.")
        }
        guard (0...3600).contains(delay) else {
            throw ValidationError("--delay must be between 0 and 3600 seconds.")
        }
        guard (bracket == nil && format != .both) || output != nil else {
            throw ValidationError("--bracket and --format both need --output.")
        }
        guard bracket == nil || quality == nil else {
            throw ValidationError("--quality chooses among pictures, and a --bracket is all of its own.")
        }
        if live != nil {
            guard let output, format == .jpeg, bracket == nil else {
                throw ValidationError("--live needs --output, and is of one JPEG.")
            }
            guard
                live != .motion || ["MP.jpg", "MP.jpeg"].contains(where: { output.utf8.ends(with: $0.utf8) })
            else {
                throw ValidationError("A Motion Photo's name ends in MP.jpg.")
            }
            guard live != .pair || output != movieName else {
                throw ValidationError("\(output) is to be the movie beside the photo.")
            }
        }
        // Of both each gets its own.
        if let output, format != .both {
            try OutputName.check(
                output, as: format == .dng ? ["dng"] : ["jpg", "jpeg", "jpe", "jfif"],
                what: format == .dng ? "A raw photo is a DNG" : "A photo is a JPEG")
        }
        guard videoCodec == nil || live != nil else { throw ValidationError("--video-codec needs --live.") }
        guard flash == .off || bracket == nil else {
            throw ValidationError("--flash does not fire for a --bracket.")
        }
        guard flashSource == nil || flash != .off else {
            throw ValidationError("--flash-source needs --flash on or --flash auto.")
        }
        guard flashSource != "" else { throw ValidationError("--flash-source needs the name of a lamp.") }
        guard output != nil || !StandardStreams.outputIsTerminal else {
            throw ValidationError("A photo is not for a terminal: use --output.")
        }
    }

    func run() async throws {
        let backend = try isolation.start(.withoutEngines)
        defer { backend.close() }
        CameraPlacement.apply(camera.cameras)
        do {
            let teller = try await photos(by: backend)
            var failure: CaptureError?
            var written: [String] = []
            // Names that cannot be printed must not cost photos.
            defer { StandardOutput.print(written) }
            for photo in await teller.photos {
                if let error = photo.error {
                    StandardStreams.complain(photo.photo.title + error.message)
                    failure = failure ?? error
                } else {
                    try written += write(photo.photo)
                }
            }
            // All photos are there, and yet something is not: the movie.
            if failure == nil, let error = teller.error { throw error }
            if live == .pair, failure == nil { try written.append(FilePlace.captureTarget(of: movieName)) }
            if failure != nil { throw ExitStatus.unavailable.code }
        } catch let error as CaptureError {
            Interruption.endIfInterrupted()
            StandardStreams.complain(error.message)
            throw error.exitStatus.code
        }
    }

    private func photos(by backend: any RunningBackend) async throws(CaptureError) -> PhotoTeller {
        // Known before the camera is opened.
        if let output { _ = try FilePlace.captureTarget(of: output) }
        let session = CaptureSession()
        let photos = CapturePhotoOutput(stills: backend.stills)
        let input = camera.requests[0].makeInput(stills: backend.stills, streams: backend.streams)
        try session.addInput(input)
        try session.addOutput(photos)
        photos.isLivePhotoCaptureEnabled = live != nil
        try await session.startRunning()
        if let flashSource, let device = input.camera {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            try device.setTorchSource(TorchSource(named: flashSource))
        }
        var settings = CapturePhotoSettings(format: format.files)
        settings.qualityPrioritization = (quality ?? .balanced).prioritization
        settings.embeddedThumbnailSide = 160
        settings.bracket = (bracket?.biases ?? []).map { .autoExposure(bias: $0) }
        (settings.isMotionPhoto, settings.livePhotoVideoCodec) = (
            live == .motion, videoCodec?.codec
        )
        if live == .pair {
            settings.livePhotoMovieFileURL = URL(fileURLWithPath: try FilePlace.captureTarget(of: movieName))
        }
        settings.flashMode = flash.mode
        // The worker starts while the camera exposes.
        photos.setPreparedPhotoSettings([settings])
        // Whoever ends it gets the lamp out and the camera's own exposure back.
        Interruption.watch { session.stopRunning() }
        // A movie begins before the photo.
        let begin = ContinuousClock.now + .seconds(live == nil ? delay : max(delay, 2))
        while ContinuousClock.now < begin, !Interruption.hasCome {
            try? await Task.sleep(for: min(begin - .now, .milliseconds(50)))
        }
        if Interruption.hasCome { await session.stopRunning() }
        Interruption.endIfInterrupted()
        let teller = PhotoTeller()
        do {
            try photos.capturePhoto(with: settings, delegate: teller)
        } catch {
            await session.stopRunning()
            throw error
        }
        _ = await teller.photos
        await session.stopRunning()
        Interruption.endIfInterrupted()
        return teller
    }

    /// Of the movie beside a photo.
    private var movieName: String { withoutExtension(output ?? "") + ".mov" }

    /// - Returns: What to print of it.
    private func write(_ photo: CapturePhoto) throws(CaptureError) -> [String] {
        guard let output else {
            try put(photo)
            return []
        }
        var path = photo.sequenceCount == 0 ? output : NumberedFile.path(output, photo.sequenceCount)
        if format == .both { path = withoutExtension(path) + (photo.isRawPhoto ? ".dng" : ".jpg") }
        path = try FilePlace.captureTarget(of: path)
        try photo.write(toFile: path)
        return [path + (photo.settingEvidence.map { "\t\($0.words)" } ?? "")]
    }

    /// Writes a photo to standard output.
    private func put(_ photo: CapturePhoto) throws(CaptureError) {
        do throws(OutputFailure) {
            try OutputDescriptor.ofStandardOutput().write(Array(photo.fileDataRepresentation() ?? Data()))
        } catch {
            // Unlike records, half a photo is none.
            throw CaptureError(error, about: "standard output: ")
        }
    }
}

extension Photo {
    /// The argument of `--bracket`: numbers of EV.
    struct BracketList: ExpressibleByArgument {
        let biases: [Double]

        init?(argument: String) {
            let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard !numbers.isEmpty, numbers.allSatisfy({ $0.map { (-8...8).contains($0) } ?? false }) else {
                return nil
            }
            biases = numbers.compactMap(\.self)
        }
    }

    private func withoutExtension(_ path: String) -> String { String(path[..<path.utf8.extensionStart]) }
}

extension CapturePhoto {
    /// For messages: which of a series it is.
    fileprivate var title: String { sequenceCount == 0 ? "" : "photo \(sequenceCount): " }
}

extension CapturePhoto.SettingEvidence {
    /// For people.
    fileprivate var words: String {
        switch self {
        case .measured(let frames): "measured after \(frames) frames"
        case .accepted: "accepted by the camera, and cannot be seen"
        }
    }
}
