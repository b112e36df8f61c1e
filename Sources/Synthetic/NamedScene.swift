import Foundation
import MetadataOutput

/// A scene that can be asked for by its name, in place of a camera: `code`, `codes`, `blinking`, and with a text `code=TEXT`.
public struct NamedScene: Sendable, Hashable {
    /// What is shown.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A QR code that goes round and turns.
        case code
        /// Two of them, one behind the other.
        case codes
        /// A QR code that is there for two seconds and gone for two.
        case blinking
    }

    /// What is shown.
    public let kind: Kind
    /// What its codes say, at most 106 bytes of UTF-8. Default `scanwatch`.
    public let text: String

    /// Reads a name; nil if there is no such scene or the text is too long.
    public init?(_ name: String) {
        let parts = name.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let kind = parts.first.flatMap(Kind.init) else { return nil }
        self.kind = kind
        text = parts.count > 1 ? parts[1] : "scanwatch"
        guard QRSymbol(text) != nil else { return nil }
    }

    /// The scene: a turn takes eight seconds, and then begins again.
    ///
    /// - Parameters:
    ///   - width: Of the pictures, in pixels.
    ///   - height: Of the pictures, in pixels.
    ///   - framesPerSecond: Above 0.
    public func scene(width: Int, height: Int, framesPerSecond: Double) -> SyntheticScene {
        let seconds = 8.0
        var things: [SyntheticThing] = []
        let symbol = QRSymbol(text)?.plane(scale: 6)
        let other = kind == .codes ? QRSymbol(text + " 2")?.plane(scale: 6) ?? symbol : nil
        for (place, picture) in [symbol, other].enumerated() {
            guard let picture else { continue }
            let path = Self.round(
                seconds: seconds, begin: Double(place) / 2, width: Double(width), height: Double(height))
            if kind == .blinking {
                things.append(SyntheticThing(picture: picture, path: path.filter { $0.seconds <= 2 }))
                things.append(
                    SyntheticThing(picture: picture, path: path.filter { (4...6).contains($0.seconds) }))
            } else {
                things.append(SyntheticThing(picture: picture, path: path))
            }
        }
        var scene = SyntheticScene(
            background: Self.background(width: width, height: height), things: things,
            framesPerSecond: framesPerSecond, frameCount: max(1, Int(seconds * framesPerSecond)))
        scene.noise = 4
        // A blue wall, so that one sees that there are colours.
        scene.tint = SyntheticTint(blue: 150, red: 112)
        return scene
    }

    /// Once round on an ellipse, turning to and fro.
    private static func round(
        seconds: Double, begin: Double, width: Double, height: Double
    ) -> [SyntheticThing.Key] {
        let size = 0.42 * min(1, height / width)
        return stride(from: 0.0, through: seconds, by: 0.25).map { time in
            let angle = 2 * Double.pi * (time / seconds + begin)
            return SyntheticThing.Key(
                seconds: time, x: 0.5 + 0.24 * cos(angle), y: 0.5 + 0.2 * sin(angle), width: size,
                turn: 20 * sin(angle * 2))
        }
    }

    /// Not flat, as nothing that a camera sees is.
    private static func background(width: Int, height: Int) -> Plane {
        var samples = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { samples[y * width + x] = UInt8(90 + 50 * (x + y) / (width + height)) }
        }
        return Plane(width: width, height: height, samples: samples)
    }
}
