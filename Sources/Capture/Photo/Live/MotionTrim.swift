import Foundation
import MediaFiles
import MetadataOutput

/// Where the movie around a photo is to begin and to end, so that it does not show how the camera was raised to it and
/// lowered after it.
///
/// It looks at a picture every tenth of a second, as small as an icon, and compares it with the one before: what has moved as
/// a whole by more than an eighth, or is another scene, is more than a hand that shakes. What moves within the picture is not.
struct MotionTrim: Sendable {
    /// Between two pictures that are compared.
    static let step = Duration.milliseconds(100)
    /// Pixels of the longer side.
    private static let side = 32

    private let stills: any StillMaker
    /// When the photo was taken.
    private let center: Duration
    private var last: (icon: LumaIcon, time: Duration)?

    init(_ stills: any StillMaker, around center: Duration) {
        (self.stills, self.center) = (stills, center)
    }

    /// When the movie begins.
    ///
    /// - Parameter frames: Those up to the photo, the oldest first.
    /// - Returns: The time of the first of them after which the camera was held still; nil if none was before.
    mutating func start(of frames: [ClipFrame]) -> Duration? {
        var later: (icon: LumaIcon, time: Duration)?
        for frame in frames.reversed() where frame.time <= center {
            if let later, later.time - frame.time < Self.step { continue }
            guard let icon = icon(of: frame) else { continue }
            if let later, icon.isFar(from: later.icon) { return later.time }
            if later == nil { last = (icon, frame.time) }
            later = (icon, frame.time)
        }
        return nil
    }

    /// Whether the movie ends before a frame.
    ///
    /// - Parameter frame: The next one, in their order.
    mutating func endsBefore(_ frame: ClipFrame) -> Bool {
        guard frame.time > center else { return false }
        if let last, frame.time - last.time < Self.step { return false }
        guard let icon = icon(of: frame) else { return false }
        defer { last = (icon, frame.time) }
        return last.map { icon.isFar(from: $0.icon) } ?? false
    }

    /// - Returns: nil of what is no JPEG, or damaged: it says nothing.
    private func icon(of frame: ClipFrame) -> LumaIcon? {
        guard frame.movie.codec == .motionJPEG else { return nil }
        let view = StillView(longestSide: Self.side, format: .nv12)
        let made = try? stills.stills(StillRequest(.jpeg(frame.movie.bytes), views: [view]))
        return made?.stills.first.flatMap { LumaIcon($0) }
    }
}

/// The luma of a very small picture.
struct LumaIcon: Sendable {
    /// What has moved by this part of the width or height has moved far.
    private static let farShift = 0.125
    /// How much of its contrast a picture may differ by where it fits best: two pictures of one scene less, those of two scenes
    /// about all of it.
    private static let otherScene = 0.7
    /// Contrast of less is noise.
    private static let leastContrast = 4.0

    private let width: Int
    private let height: Int
    /// Differences from the mean.
    private let samples: [Int]
    /// The mean of the differences' sizes.
    private let contrast: Double

    /// - Returns: nil if there is too little to compare.
    init?(_ still: StillResult.Still) {
        (width, height) = (still.width, still.height)
        let count = width * height
        guard width >= 8, height >= 8, still.bytes.count >= count else { return nil }
        let mean = still.bytes[..<count].reduce(0) { $0 + Int($1) } / count
        samples = still.bytes[..<count].map { Int($0) - mean }
        contrast = Double(samples.reduce(0) { $0 + abs($1) }) / Double(count)
    }

    /// Whether the camera looks elsewhere.
    func isFar(from other: LumaIcon) -> Bool {
        guard (width, height) == (other.width, other.height) else { return true }
        let contrast = min(contrast, other.contrast)
        guard contrast >= Self.leastContrast else { return false }
        let still = difference(from: other, x: 0, y: 0)
        var best = (difference: still, x: 0, y: 0)
        for y in -height / 4...height / 4 {
            for x in -width / 4...width / 4 {
                let moved = difference(from: other, x: x, y: y)
                if moved < best.difference { best = (moved, x, y) }
            }
        }
        if best.difference > Self.otherScene * contrast { return true }
        // What fits nearly as well where it was has not moved: stripes fit everywhere.
        guard best.difference < 0.6 * still else { return false }
        return Double(abs(best.x)) >= Self.farShift * Double(width)
            || Double(abs(best.y)) >= Self.farShift * Double(height)
    }

    /// The mean difference where both have something, if one is moved.
    private func difference(from other: LumaIcon, x shiftX: Int, y shiftY: Int) -> Double {
        let columns = max(0, shiftX)..<min(width, width + shiftX)
        let rows = max(0, shiftY)..<min(height, height + shiftY)
        var sum = 0
        for row in rows {
            let (own, others) = (row &* width, (row &- shiftY) &* width &- shiftX)
            for column in columns {
                sum &+= abs(samples[own &+ column] &- other.samples[others &+ column])
            }
        }
        return Double(sum) / Double(columns.count * rows.count)
    }
}
