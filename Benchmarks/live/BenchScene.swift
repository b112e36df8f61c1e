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

    private static let seconds = 3.0

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
        var scene = SyntheticScene(
            background: wall,
            things: self == .empty ? [] : [
                thereAndBack(
                    try picture("face/obama-turned+00.jpg"), from: (0.2, 0.45, 0.2, 0), to: (0.32, 0.55, 0.24, 12)),
                thereAndBack(
                    try picture("face/astronaut-turned+00.jpg"), from: (0.75, 0.3, 0.16, 0),
                    to: (0.6, 0.35, 0.14, -10)),
                thereAndBack(
                    try picture("qr/content-alphanumeric.png"), from: (0.85, 0.75, 0.12, 0),
                    to: (0.55, 0.8, 0.14, 25)),
            ], framesPerSecond: framesPerSecond, frameCount: Int(Self.seconds * framesPerSecond))
        scene.exposures = 2
        scene.noise = 4
        return scene
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
