import Foundation
import MediaFiles
import MetadataOutput

/// Encodes the frames of one movie in H.264, one after the other, by an encoder of the machine's.
///
/// Pictures that are in it are kept until their frames have come out, so that one that fails costs none: what it had goes to
/// the next encoder.
struct HardwareMovieEncoder: Sendable {
    /// A picture that is in the encoder.
    private struct Pending: Sendable {
        var picture: MadeFrames.Picture
        var stamp: Int
    }

    /// What an encoder is made for.
    private struct Kind: Equatable {
        var width: Int
        var height: Int
        var source: PixelFormat?
        var matrix: YUVEncoding.Matrix
    }

    /// Between key frames.
    private static let keyFrameInterval = Duration.seconds(1)
    /// After so many damaged pictures in a row an encoder is given up.
    private static let mostDamaged = 8

    private let encoders: HardwareEncoders
    private let stills: any StillMaker
    private let frameRate: Double
    private var encoder: HardwareEncoder?
    private var kind: Kind?
    private var pending: [Pending] = []
    private var parameters = H264Parameters()
    /// Since when nothing can be shown for want of a key frame; nil if it can.
    private var waitsForKeyFrame: Duration?
    private var needsKeyFrame = true
    private var lastWish: Duration?
    private var damagedCount = 0
    private var tooLarge = TooLargePictures()

    /// - Parameters:
    ///   - stills: Makes samples of pictures that the encoder does not take as they are.
    ///   - frameRate: Pictures a second, more or less.
    init(_ encoders: HardwareEncoders, stills: any StillMaker, frameRate: Double) {
        (self.encoders, self.stills, self.frameRate) = (encoders, stills, frameRate)
    }

    /// Something that was encoded is not in the movie.
    mutating func startAnew() { (needsKeyFrame, lastWish) = (true, nil) }

    /// Encodes a picture.
    ///
    /// - Throws: ``CaptureError/Code/decodeFailed`` if it is damaged or too large, ``CaptureError/Code/unsupported`` if it is one of
    ///   so many that are too large that no others will come. That the encoder has failed the result says.
    mutating func add(_ picture: StillRequest, at time: Duration) throws(CaptureError) -> MadeFrames {
        let samples = try samples(of: picture)
        var made = MadeFrames()
        let kind = Kind(
            width: samples.width, height: samples.height, source: PixelFormat(name: samples.layout.rawValue),
            matrix: YUVEncoding.Matrix(samples.matrix))
        let isStuck = waitsForKeyFrame.map { time - $0 > Self.keyFrameInterval * 3 } ?? false
        if encoder != nil, kind != self.kind || isStuck { made = finish() }
        let stamp = Int(time / .microseconds(1))
        let new = Pending(picture: .init(picture: picture, time: time), stamp: stamp)
        if made.failure == nil {
            do throws(HardwareEncoder.Failure) {
                let encoder: HardwareEncoder
                if let current = self.encoder { encoder = current } else { encoder = try open(kind) }
                (self.encoder, self.kind) = (encoder, kind)
                let isKeyFrame = lastWish.map { time - $0 >= Self.keyFrameInterval } ?? true
                pending.append(new)
                let coded = try encoder.add(samples, stamp: stamp, isKeyFrame: isKeyFrame)
                if isKeyFrame { lastWish = time }
                try take(coded, into: &made)
                return made
            } catch {
                made.failure = error.message
            }
        }
        if pending.last?.stamp != stamp { pending.append(new) }
        giveUp(&made)
        return made
    }

    /// Waits for what is left, as when no pictures come for a while; the next one begins anew.
    mutating func finish() -> MadeFrames {
        var made = MadeFrames()
        guard let encoder else { return made }
        do throws(HardwareEncoder.Failure) {
            try take(encoder.finish(), into: &made)
            // What the encoder has left out.
            made.missingCount += pending.count
            (self.encoder, pending, waitsForKeyFrame) = (nil, [], nil)
            startAnew()
        } catch {
            made.failure = error.message
            giveUp(&made)
        }
        return made
    }

    private mutating func giveUp(_ made: inout MadeFrames) {
        if let encoder { encoders.giveUp(encoder.path) }
        made.rest += pending.map(\.picture)
        (encoder, pending) = (nil, [])
        startAnew()
    }

    private func open(_ kind: Kind) throws(HardwareEncoder.Failure) -> HardwareEncoder {
        var failure = HardwareEncoder.Failure(message: "the machine's encoder is gone")
        for path in encoders.paths() {
            do throws(HardwareEncoder.Failure) {
                return try HardwareEncoder(
                    path: path, coded: HardwareEncoders.h264,
                    EncoderWishes(width: kind.width, height: kind.height, frameRate: frameRate),
                    source: kind.source, matrix: kind.matrix, system: encoders.system)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// The picture as samples for encoders: as it is where that can be, else as a worker makes them.
    private mutating func samples(of picture: StillRequest) throws(CaptureError) -> StillSamples {
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        if case .samples(let samples) = picture.source, picture.part == whole, picture.hidden.isEmpty,
            !samples.isFullRange, samples.width.isMultiple(of: 2), samples.height.isMultiple(of: 2),
            let format = PixelFormat(name: samples.layout.rawValue), PlanarLayout.formats.contains(format)
        {
            return samples
        }
        do throws(PayloadError) {
            guard let still = try stills.stills(VideoRequest(picture).picture).stills.first else {
                throw PayloadError(.undecodable, "there is no picture")
            }
            tooLarge.noteFrame()
            return StillSamples(
                layout: .nv12, width: still.width, height: still.height, bytesPerRow: still.width,
                bytes: still.bytes)
        } catch {
            throw tooLarge.error(error)
        }
    }

    private mutating func take(
        _ coded: [HardwareEncoder.Coded], into made: inout MadeFrames
    ) throws(HardwareEncoder.Failure) {
        for one in coded {
            let units = H264Units(one.bytes)
            parameters.take(units)
            // Parameters may come alone.
            guard units.hasPicture || one.bytes.isEmpty else { continue }
            guard let place = pending.firstIndex(where: { $0.stamp == one.stamp }), let kind else {
                throw HardwareEncoder.Failure(message: "the encoder's pictures come in another order")
            }
            let time = pending[place].picture.time
            // An encoder may leave some out for the sake of its rate.
            made.missingCount += place
            pending.removeFirst(place + 1)
            damagedCount = one.bytes.isEmpty ? damagedCount + 1 : 0
            if damagedCount > Self.mostDamaged {
                throw HardwareEncoder.Failure(message: "the encoder makes only damaged pictures")
            }
            if one.bytes.isEmpty { startAnew() }
            if units.isKeyFrame, parameters.areComplete { needsKeyFrame = false }
            guard !needsKeyFrame else {
                made.missingCount += 1
                waitsForKeyFrame = waitsForKeyFrame ?? time
                continue
            }
            waitsForKeyFrame = nil
            made.frames.append(
                MovieFrame(
                    codec: .h264(parameters), bytes: units.sample, width: kind.width, height: kind.height,
                    time: time, isKeyFrame: units.isKeyFrame))
        }
    }
}

extension YUVEncoding.Matrix {
    fileprivate init(_ matrix: StillSamples.Matrix) {
        self =
            switch matrix {
            case .bt601: .bt601
            case .bt709: .bt709
            case .bt2020: .bt2020
            }
    }
}
