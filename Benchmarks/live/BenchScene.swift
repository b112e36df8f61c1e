import Decoders
import Foundation
import MetadataOutput
import Synthetic

/// One QR code and two faces before a wall.
enum BenchScene: String, CaseIterable {
    /// They move, turn and grow, there and back.
    case moving
    /// They stand still.
    case still
    /// There is nothing but the wall.
    case empty
    /// There is nothing but the wall, and now and then a code and a face, each time elsewhere.
    case appearing

    private static let seconds = 3.0
    /// How often they appear before all begins again, from when to when, and how long each takes: what is gone is held for two seconds
    /// at most.
    private static let appearances = (count: 10, from: 2.5, to: 2.9, seconds: 3.0)

    /// The numbers of the frames, of so many, in which something appears.
    func appearances(framesPerSecond: Double, frameCount: Int) -> [Int] {
        guard self == .appearing else { return [] }
        let first = Int((Self.appearances.from * framesPerSecond).rounded())
        let distance = Int((Self.appearances.seconds * framesPerSecond).rounded())
        // What appears in the last frames may have no time to be found.
        return Array(stride(from: first, to: frameCount - distance, by: distance))
    }

    /// - Parameter samples: The folder SampleImages.
    func make(samples: URL, width: Int, height: Int, framesPerSecond: Double) throws -> SyntheticScene {
        func picture(_ name: String) throws -> Plane {
            try StandardPictureDecoder().frame(
                from: Array(Data(contentsOf: samples.appending(path: name))), limits: .standard
            ).luma
        }
        let wall = Plane(width: width, height: height) { target in
            for index in 0..<target.count { target[index] = UInt8(90 + 60 * (index / width) / height) }
        }
        let code = try picture("qr/content-alphanumeric.png")
        let face = try picture("face/obama-turned+00.jpg")
        let (things, seconds): ([SyntheticThing], Double) =
            switch self {
            case .empty: ([], Self.seconds)
            case .appearing:
                (
                    Self.now(and: code, face, framesPerSecond: framesPerSecond),
                    Double(Self.appearances.count) * Self.appearances.seconds
                )
            case .moving, .still:
                (
                    [
                        thereAndBack(face, from: (0.2, 0.45, 0.2, 0), to: (0.32, 0.55, 0.24, 12)),
                        thereAndBack(
                            try picture("face/astronaut-turned+00.jpg"), from: (0.75, 0.3, 0.16, 0),
                            to: (0.6, 0.35, 0.14, -10)),
                        thereAndBack(code, from: (0.85, 0.75, 0.12, 0), to: (0.55, 0.8, 0.14, 25)),
                    ], Self.seconds
                )
            }
        var scene = SyntheticScene(
            background: wall, things: things, framesPerSecond: framesPerSecond,
            frameCount: Int((seconds * framesPerSecond).rounded()))
        scene.exposures = 2
        scene.noise = 4
        return scene
    }

    /// A code on one side and a face on the other, which are there at once and gone at once.
    private static func now(and code: Plane, _ face: Plane, framesPerSecond: Double) -> [SyntheticThing] {
        // Even steps of the golden ratio leave no part of the picture out.
        func share(_ number: Int, _ from: Double, _ to: Double) -> Double {
            from + (to - from) * (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
        }
        return (0..<appearances.count).flatMap { number in
            let isTurned = number.isMultiple(of: 2)
            func thing(_ picture: Plane, isLeft: Bool, width: Double, turn: Double) -> SyntheticThing {
                let x = share(number, 0.15, 0.35)
                let key = { (seconds: Double) in
                    SyntheticThing.Key(
                        seconds: seconds, x: isLeft ? x : 1 - x, y: share(3 * number, 0.3, 0.7), width: width,
                        turn: turn)
                }
                let begin = Double(number) * appearances.seconds - 0.5 / framesPerSecond
                return SyntheticThing(
                    picture: picture, path: [key(begin + appearances.from), key(begin + appearances.to)])
            }
            let (size, turn) = (share(5 * number, 0, 1), share(7 * number, -1, 1))
            return [
                thing(code, isLeft: isTurned, width: 0.06 + 0.1 * size, turn: 40 * turn),
                thing(face, isLeft: !isTurned, width: 0.12 + 0.18 * size, turn: 12 * turn),
            ]
        }
    }

    private typealias Place = (x: Double, y: Double, width: Double, turn: Double)

    private func thereAndBack(_ picture: Plane, from: Place, to: Place) -> SyntheticThing {
        func key(_ seconds: Double, _ place: Place) -> SyntheticThing.Key {
            SyntheticThing.Key(
                seconds: seconds, x: place.x, y: place.y, width: place.width, turn: place.turn)
        }
        return SyntheticThing(
            picture: picture,
            path: [
                key(0, from), key(Self.seconds / 2, self == .moving ? to : from), key(Self.seconds, from),
            ])
    }
}
