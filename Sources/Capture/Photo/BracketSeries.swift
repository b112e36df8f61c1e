import Foundation
import MetadataOutput
import Synchronization

/// Takes one picture with each setting of a series, and knows of each why it is believed to have it.
///
/// No driver says with which setting a picture was taken, and cameras take between none and some ten pictures to follow.
/// Therefore the pictures are looked at: a picture has its setting when it has become brighter or darker as it had to, and
/// the next one is as bright. From dark to bright, so that each setting must show against the one before; what cannot show
/// is waited for as long as any camera takes.
struct BracketSeries {
    /// A setting has not come into effect when so many pictures, and so much time, have not shown it.
    static let mostFrames = 12
    static let leastTime = Duration.seconds(1)
    /// Pictures encode light as its 2.2th root, roughly.
    private static let gamma = 2.2
    /// What of the change that has to show must show: parts of a picture may be black or white.
    private static let leastShare = 0.4
    /// Two pictures in succession are as bright if they differ by less.
    private static let stillness = 0.02
    /// Smaller changes, in EV, are not told from the light's own.
    private static let leastChange = 0.3
    /// All of a driver's gain is so many EV at least; it has no unit.
    private static let gainRange = 2.0

    let receiver: PhotoReceiver
    let developer: PhotoDeveloper
    let latencies: CameraLatencies
    let device: CaptureDevice
    let expose: (CaptureBuffer) -> PhotoExposure

    /// What a camera is to be set to for one picture.
    private struct Target {
        /// In the driver's units of 100 µs; nil where the picture is about the lens.
        var exposure: Int?
        var gain: Int?
        var lens: Double?
        /// How bright it is against the camera as it is set now, in EV.
        var brightness = 0.0
    }

    /// The pictures, in the order of the settings. What they set of the camera is as it was when this returns, whatever
    /// happened.
    ///
    /// - Throws: Why none can be taken any more.
    func exposures(_ settings: [CaptureBracketedStillSettings]) throws(CaptureError) -> [PhotoTaker.Exposure]
    {
        let before = SettingsBeforeSeries(of: device, changedBy: settings)
        defer { before.restore() }
        // In turn: a frame that is just being metered would bring it back, and set the camera while the series does.
        device.exposureTurn.withLock { _ in device.endMetering() }
        let targets = settings.map { target(of: $0, from: before) }
        var results = [PhotoTaker.Exposure?](repeating: nil, count: settings.count)
        var last = (brightness: 0.0, luma: try lumaAsItIsSet())
        for place in targets.indices.sorted(by: { Self.isBefore(targets[$0], targets[$1]) }) {
            guard let target = targets[place] else {
                results[place] = .failure(
                    CaptureError(.settingNotReached, "\(device.title) cannot be set to \(settings[place])"))
                continue
            }
            do throws(CaptureError) {
                try set(target)
                let change = target.brightness - last.brightness
                let (buffer, luma, evidence) = try picture(after: last.luma, changedBy: change)
                last = (target.brightness, luma)
                var exposure = expose(buffer)
                exposure.evidence = evidence
                results[place] = .success(exposure)
            } catch {
                guard [.settingNotReached, .unsupported, .deviceFailed].contains(error.code) else {
                    throw error
                }
                results[place] = .failure(error)
                // What comes next is held against the picture as it is.
                let buffer = try receiver.next(after: receiver.now)
                last = (target.brightness, (try? luma(of: buffer)) ?? last.luma)
            }
        }
        return results.compactMap(\.self)
    }

    private static func isBefore(_ first: Target?, _ second: Target?) -> Bool {
        (first?.brightness ?? 0, first?.lens ?? 0) < (second?.brightness ?? 0, second?.lens ?? 0)
    }

    // MARK: - Settings

    private func target(of setting: CaptureBracketedStillSettings, from before: SettingsBeforeSeries)
        -> Target?
    {
        let exposure = before.value(of: .exposureAbsolute)
        switch setting {
        case .autoExposure(let bias):
            guard let exposure, let control = device.control(.exposureAbsolute) else { return nil }
            let wanted = Int((Double(max(1, exposure)) * exp2(bias)).rounded())
            guard (control.minimum...max(control.minimum, control.maximum)).contains(wanted) else {
                return nil
            }
            return Target(exposure: wanted, brightness: log2(Double(wanted) / Double(max(1, exposure))))
        case .manualExposure(let duration, let gain):
            let iso = gain.flatMap { device.isGainAsItIs($0) ? nil : $0 }
            let wanted = duration.map { Int(($0 / .microseconds(100)).rounded()) } ?? exposure
            var target = Target(exposure: wanted, gain: iso)
            if let wanted, let exposure {
                target.brightness = log2(Double(max(1, wanted)) / Double(max(1, exposure)))
            }
            if let iso, let now = device.iso, let least = device.minISO, let most = device.maxISO,
                most > least
            {
                target.brightness += Double(iso - now) / Double(most - least) * Self.gainRange
            }
            return target
        case .lensPosition(let position): return Target(lens: position)
        }
    }

    private func set(_ target: Target) throws(CaptureError) {
        try device.lockForConfiguration()
        defer { device.unlockForConfiguration() }
        if let lens = target.lens { return try device.setFocusModeLocked(lensPosition: lens) }
        let duration = target.exposure.map { Duration.microseconds(100) * $0 }
        try device.setExposureModeCustom(duration: duration, iso: target.gain)
        // What the driver has made of it: some say yes and do nothing.
        guard target.exposure == nil || device.value(of: .exposureAbsolute) == target.exposure else {
            throw CaptureError(.settingNotReached, "\(device.title) did not take its exposure")
        }
    }

    // MARK: - Pictures

    private func luma(of buffer: CaptureBuffer) throws(CaptureError) -> Double {
        try developer.measure(buffer).meanLuma
    }

    /// How bright pictures are as the camera is set. Right after it was opened, or set by somebody, or set back by the series
    /// before this one, they may show what was before that.
    private func lumaAsItIsSet() throws(CaptureError) -> Double {
        let lastSet = device.state.withLock { $0.lastSet }
        let latency = latencies.frames(of: device)
        let interval = device.activeVideoMinFrameDuration ?? .zero
        var last = receiver.now
        // By frames as well as by time: a busy machine may have got few of them in it.
        let mayBeOld =
            last - lastSet < max(Self.leastTime, interval * latency)
            || receiver.frames(since: lastSet) < latency
        var lumas: [Double] = []
        for count in 0..<20 * Self.mostFrames {
            let buffer = try receiver.next(after: last)
            last = buffer.time
            guard !mayBeOld || count >= latency, let luma = try? luma(of: buffer) else { continue }
            lumas.append(luma)
            // What moves never comes to rest.
            if lumas.count > Self.mostFrames || (lumas.count > 1 && Self.isStill(lumas)) { return luma }
        }
        throw CaptureError(.noDataCaptured, "\(device.title) gives no pictures that can be measured")
    }

    /// Whether the last two pictures are as bright.
    static func isStill(_ lumas: [Double]) -> Bool {
        let pair = lumas.suffix(2).map { $0 }
        return abs(pair[0] - pair[1]) <= max(1, stillness * pair[1])
    }

    /// The first picture with a setting that was made just now.
    ///
    /// - Parameters:
    ///   - before: The mean luma before.
    ///   - change: How much brighter it has to become, in EV.
    /// - Throws: ``CaptureError/Code/settingNotReached`` if it does not come.
    private func picture(
        after before: Double, changedBy change: Double
    ) throws(CaptureError) -> (CaptureBuffer, luma: Double, CapturePhoto.SettingEvidence) {
        let begin = receiver.now
        // A picture that was begun before the setting has not got it.
        var last = begin + (device.exposureDuration ?? .zero)
        let canShow = abs(change) >= Self.leastChange
        let leastRatio = exp2(abs(change) / Self.gamma * Self.leastShare)
        var lumas: [Double] = []
        var newest: CaptureBuffer?
        let most = max(Self.mostFrames, latencies.frames(of: device))
        while lumas.count <= most || MonotonicClock.now - begin < Self.leastTime {
            let buffer = try receiver.next(after: last)
            last = buffer.time
            newest = buffer
            guard let luma = try? luma(of: buffer) else { continue }
            lumas.append(luma)
            guard lumas.count > 1 else { continue }
            let pair = lumas.suffix(2).map { $0 }
            let isStill = Self.isStill(lumas)
            if canShow {
                let hasChanged = pair.allSatisfy { luma in
                    let ratio =
                        change > 0 ? max(luma, 0.5) / max(before, 0.5) : max(before, 0.5) / max(luma, 0.5)
                    return ratio >= leastRatio && abs(luma - before) >= 3
                }
                if hasChanged, isStill {
                    latencies.note(lumas.count, of: device)
                    return (buffer, luma, .measured(framesWaited: lumas.count - 1))
                }
            } else if isStill, lumas.count > latencies.frames(of: device) {
                return (buffer, luma, .accepted)
            }
            // Whatever the source, it does not go on for ever.
            if lumas.count >= 20 * Self.mostFrames { break }
        }
        // Black stays black, and white white: the picture cannot tell, and has had its time.
        if let newest, let luma = lumas.last {
            let isBlack = luma < 6 && before < 6 && change < 0
            let isWhite = luma > 250 && before > 250 && change > 0
            if isBlack || isWhite { return (newest, luma, .accepted) }
        }
        throw CaptureError(
            .settingNotReached, "\(device.title) has not shown its exposure in \(lumas.count) pictures")
    }
}

extension CaptureBracketedStillSettings {
    /// A picture a good deal darker or brighter than the camera takes them now, which shows how late it follows.
    static func probe(of device: CaptureDevice) -> CaptureBracketedStillSettings? {
        guard let control = device.control(.exposureAbsolute), let now = device.value(of: .exposureAbsolute)
        else { return nil }
        return .autoExposure(bias: now >= 2 * max(1, control.minimum) ? -1 : 1)
    }

    /// Whether it is about light.
    var setsExposure: Bool { if case .lensPosition = self { false } else { true } }
}
