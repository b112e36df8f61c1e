public import Foundation
public import MetadataOutput
public import Synthetic

/// Faces in a row before a wall and what passes in front of them, with the truth of what can be seen in each frame.
public struct OcclusionClip: Sendable {
    /// A picture of one person.
    public struct Portrait: Sendable {
        /// The picture; opaque when it is drawn.
        public var picture: Plane
        /// The face's box in pixels of the picture.
        public var face: CGRect

        /// Makes a portrait.
        public init(picture: Plane, face: CGRect) {
            self.picture = picture
            self.face = face
        }
    }

    /// A face in one frame.
    public struct Face: Sendable {
        /// The same in all frames; from 0, in the order of drawing.
        public var id: Int
        /// In pixels of the frame, upright; may reach over its edge.
        public var box: CGRect
        /// The part of the box that is in the frame and that nothing covers, 0…1.
        public var visible: Double
    }

    /// What is to be shown.
    public var scene: SyntheticScene
    /// By place among the scene's things: the face's box in parts of the cut-out, 0…1; nil for what is no face.
    private var faces: [CGRect?] = []

    /// Makes an empty clip.
    ///
    /// - Parameters:
    ///   - width: Of a frame, in pixels.
    ///   - height: Of a frame, in pixels.
    ///   - framesPerSecond: Above 0.
    ///   - seconds: How long it is.
    public init(width: Int, height: Int, framesPerSecond: Double, seconds: Double) {
        var random = NoiseGenerator(seed: 7)
        let wall = (0..<(width * height)).map { index in
            // Panels of two greys with a grain: something to hold on to for those who follow motion.
            let panel = (index % width * 9 / width + index / width * 5 / height).isMultiple(of: 2)
            return UInt8((panel ? 150 : 128) + random.next(upTo: 10))
        }
        scene = SyntheticScene(
            background: Plane(width: width, height: height, samples: wall), things: [],
            framesPerSecond: framesPerSecond, frameCount: Int((seconds * framesPerSecond).rounded()))
    }

    /// Puts a person in front of everything so far.
    public mutating func add(_ portrait: Portrait, path: [SyntheticThing.Key]) {
        scene.things.append(SyntheticThing(picture: portrait.picture, path: path))
        let (width, height) = (Double(portrait.picture.width), Double(portrait.picture.height))
        faces.append(
            CGRect(
                x: portrait.face.minX / width, y: portrait.face.minY / height,
                width: portrait.face.width / width, height: portrait.face.height / height))
    }

    /// Puts a thing that is no face in front of everything so far.
    public mutating func add(_ picture: Plane, path: [SyntheticThing.Key]) {
        scene.things.append(SyntheticThing(picture: picture, path: path))
        faces.append(nil)
    }

    /// The faces of a frame, those that are hidden too.
    ///
    /// - Parameter frame: Its number, from 0.
    public func faces(inFrame frame: Int) -> [Face] {
        let seconds = Double(frame) / scene.framesPerSecond
        let outlines = scene.things.map { thing in
            thing.key(at: seconds).map { Outline(of: thing.picture, at: $0, in: scene.background) }
        }
        return faces.indices.compactMap { index in
            guard let part = faces[index], let outline = outlines[index] else { return nil }
            let box = CGRect(around: part.corners.map(outline.point))
            let inFront = outlines[(index + 1)...].compactMap(\.self)
            let samples = (0..<400).map { (sample: Int) -> CGPoint in
                let (column, row) = (Double(sample % 20) + 0.5, Double(sample / 20) + 0.5)
                return CGPoint(x: box.minX + column / 20 * box.width, y: box.minY + row / 20 * box.height)
            }
            let seen = samples.count { sample in
                sample.x >= 0 && sample.y >= 0 && sample.x < Double(scene.background.width)
                    && sample.y < Double(scene.background.height)
                    && !inFront.contains { $0.contains(sample) }
            }
            return Face(id: index, box: box, visible: Double(seen) / Double(samples.count))
        }
    }
}

/// Where a cut-out lies in the frame, in pixels.
private struct Outline {
    private let center: CGPoint
    private let size: CGSize
    private let turn: Double

    init(of picture: Plane, at key: SyntheticThing.Key, in background: Plane) {
        center = CGPoint(x: key.x * Double(background.width), y: key.y * Double(background.height))
        let width = key.width * Double(background.width)
        size = CGSize(width: width, height: width * Double(picture.height) / Double(picture.width))
        turn = key.turn * .pi / 180
    }

    /// Where a point of the cut-out is that is given in parts of it.
    func point(_ part: CGPoint) -> CGPoint {
        let (x, y) = ((part.x - 0.5) * size.width, (part.y - 0.5) * size.height)
        return CGPoint(
            x: center.x + x * cos(turn) - y * sin(turn), y: center.y + x * sin(turn) + y * cos(turn))
    }

    func contains(_ point: CGPoint) -> Bool {
        let (x, y) = (point.x - center.x, point.y - center.y)
        return abs(x * cos(turn) + y * sin(turn)) <= size.width / 2
            && abs(y * cos(turn) - x * sin(turn)) <= size.height / 2
    }
}

extension OcclusionClip.Portrait {
    /// What of the picture is near the face, so that people may stand close to each other.
    public var headAndShoulders: OcclusionClip.Portrait {
        let whole = CGRect(x: 0, y: 0, width: picture.width, height: picture.height)
        let near = CGRect(
            x: face.minX - 0.5 * face.width, y: face.minY - 0.45 * face.height, width: 2 * face.width,
            height: 2 * face.height
        ).intersection(whole).integral.intersection(whole)
        return OcclusionClip.Portrait(
            picture: picture.crop(
                x: Int(near.minX), y: Int(near.minY), width: Int(near.width), height: Int(near.height)),
            face: face.offsetBy(dx: -near.minX, dy: -near.minY))
    }
}
