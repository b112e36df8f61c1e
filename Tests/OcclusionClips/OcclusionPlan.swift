import Foundation
import MetadataOutput
import Synthetic

/// What an ``OcclusionClip`` shows: faces in a row, and something that passes in front of all of them, or two people
/// who cross.
public struct OcclusionPlan: Sendable {
    /// What passes.
    public enum Passer: Sendable {
        /// A bar of one grey.
        case plainBar
        /// A bar with stripes across its way and along it: motion is seen on it everywhere.
        case checkedBar
        /// A bar as rough as cloth.
        case roughBar
        /// A person, who is nearer than the others.
        case person(OcclusionClip.Portrait)
        /// Nobody: the first two of the faces change places, the first one behind the second.
        case oneAnother
    }

    /// Where the passer goes to.
    public enum Direction: Sendable, CaseIterable {
        /// From the left edge to the right one.
        case right
        /// From the right edge to the left one.
        case left
        /// From the upper edge to the lower one.
        case down
        /// From the lower edge to the upper one.
        case up
    }

    /// The people, from the left; at least one.
    public var portraits: [OcclusionClip.Portrait]
    /// What passes.
    public var passer: Passer
    /// Where it goes to; people pass to the right or to the left. Default: to the right.
    public var direction = Direction.right
    /// How many frames nothing is to be seen of a face.
    public var hiddenFrames: Int
    /// Widths of a face that the passer moves in a second. Default 2.5.
    public var speed = 2.5
    /// Whether the passer stops in front of the first face, for as long as it is to be hidden, instead of being so wide
    /// that this takes its time. For bars; default false.
    public var stops = false
    /// Whether the people move a little. Default false.
    public var sways = false
    /// Frames a second. Default 25.
    public var framesPerSecond = 25.0
    /// The frames' size in pixels. Default 1280 × 720.
    public var size = (width: 1280, height: 720)
    /// The largest noise of a pixel. Default 4.
    public var noise = 4

    /// Makes a plan.
    public init(_ portraits: [OcclusionClip.Portrait], passer: Passer, hiddenFrames: Int) {
        precondition(!portraits.isEmpty && hiddenFrames > 0, "somebody is hidden for a while")
        self.portraits = portraits
        self.passer = passer
        self.hiddenFrames = hiddenFrames
    }

    /// Seconds before anything passes, and after it has.
    private static let before = 1.0
    private static let after = 1.2

    /// The clip.
    public var clip: OcclusionClip {
        if case .oneAnother = passer { return crossing }
        let (end, path) = passage
        var clip = emptyClip(seconds: end + Self.after)
        for (index, portrait) in portraits.enumerated() {
            clip.add(portrait, path: place(of: index, until: end + Self.after))
        }
        switch passer {
        case .person(let portrait): clip.add(portrait, path: path)
        case .plainBar, .checkedBar, .roughBar: clip.add(bar, path: path)
        case .oneAnother: break
        }
        return clip
    }

    private func emptyClip(seconds: Double) -> OcclusionClip {
        var clip = OcclusionClip(
            width: size.width, height: size.height, framesPerSecond: framesPerSecond, seconds: seconds)
        clip.scene.noise = noise
        return clip
    }

    // MARK: People

    /// Part of the frame's width that a person has.
    private var personWidth: Double { min(0.2, 0.8 / Double(portraits.count)) }
    /// A face's size in pixels: the largest.
    private var face: (width: Double, height: Double) {
        let sizes = portraits.map { portrait in
            let scale = personWidth * Double(size.width) / Double(portrait.picture.width)
            return (portrait.face.width * scale, portrait.face.height * scale)
        }
        return (sizes.map(\.0).max() ?? 0, sizes.map(\.1).max() ?? 0)
    }

    private func x(of index: Int) -> Double { (Double(index) + 0.5) / Double(portraits.count) }

    private func place(of index: Int, until end: Double) -> [SyntheticThing.Key] {
        let still = SyntheticThing.Key(seconds: 0, x: x(of: index), y: 0.5, width: personWidth)
        guard sways else {
            return [still, SyntheticThing.Key(seconds: end, x: still.x, y: 0.5, width: personWidth)]
        }
        let step = 0.1
        return (0...Int((end / step).rounded(.up))).map { number in
            let seconds = Double(number) * step
            let phase = seconds * (2.1 + 0.4 * Double(index)) + Double(index)
            return SyntheticThing.Key(
                seconds: seconds, x: still.x + 0.012 * personWidth * 4 * sin(phase),
                y: 0.5 + 0.01 * sin(1.3 * phase), width: personWidth * (1 + 0.02 * sin(0.7 * phase)),
                turn: 4 * sin(0.8 * phase))
        }
    }

    // MARK: What passes

    private var isUpright: Bool { direction == .down || direction == .up }

    /// Pixels a second.
    private var pace: Double { speed * face.width }

    /// How long the passer is along its way, in pixels.
    private var length: Double {
        let covered = isUpright ? face.height : face.width
        return stops ? 1.3 * covered : covered + pace * Double(hiddenFrames) / framesPerSecond
    }

    /// The passer's way, from beside the frame to the other side, and when it is over.
    private var passage: (end: Double, path: [SyntheticThing.Key]) {
        let way = Double(isUpright ? size.height : size.width)
        let isBack = direction == .left || direction == .up
        let isPerson = if case .person = passer { true } else { false }
        let width = isUpright && !isPerson ? 1 : length / Double(size.width)
        /// Where the middle is, in pixels of the way from where it begins.
        func key(_ seconds: Double, at along: Double) -> SyntheticThing.Key {
            let part = (isBack ? way - along : along) / way
            return SyntheticThing.Key(
                seconds: seconds, x: isUpright ? 0.5 : part, y: isUpright ? part : 0.5, width: width)
        }
        var path = [key(Self.before, at: -length / 2)]
        var time = Self.before
        if stops {
            let first = isUpright ? way / 2 : way * (isBack ? 1 - x(of: 0) : x(of: 0))
            time += (first + length / 2) / pace
            path.append(key(time, at: first))
            // What it moves on while all is hidden counts too.
            let covered = isUpright ? face.height : face.width
            time += max(0, Double(hiddenFrames) / framesPerSecond - (length - covered) / pace)
            path.append(key(time, at: first))
            time += (way - first + length / 2) / pace
        } else {
            time += (way + length) / pace
        }
        path.append(key(time, at: way + length / 2))
        return (time, path)
    }

    private var bar: Plane {
        let along = max(1, Int(length.rounded()))
        let (width, height) = isUpright ? (size.width, along) : (along, size.height)
        var random = NoiseGenerator(seed: 11)
        return Plane(
            width: width, height: height,
            samples: (0..<(width * height)).map { index in
                switch passer {
                case .checkedBar: (index % width / 24 + index / width / 24).isMultiple(of: 2) ? 60 : 200
                case .roughBar: UInt8(110 + random.next(upTo: 60))
                default: 70
                }
            })
    }

    /// The first two change places.
    private var crossing: OcclusionClip {
        let seconds = Self.before + (x(of: 1) - x(of: 0)) * Double(size.width) / pace + Self.after
        var clip = emptyClip(seconds: seconds)
        for (index, portrait) in portraits.enumerated() {
            let other = index == 0 ? 1 : index == 1 ? 0 : index
            let turn = seconds - Self.after
            clip.add(
                portrait,
                path: [
                    .init(seconds: 0, x: x(of: index), y: 0.5, width: personWidth),
                    .init(seconds: Self.before, x: x(of: index), y: 0.5, width: personWidth),
                    .init(seconds: turn, x: x(of: other), y: 0.5, width: personWidth),
                    .init(seconds: seconds, x: x(of: other), y: 0.5, width: personWidth),
                ])
        }
        return clip
    }
}
