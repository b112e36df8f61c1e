import Foundation
import MetadataOutput
import Synthetic
import Testing

@testable import Capture

/// A session over a made scene.
struct SceneSession {
    let session = CaptureSession(reconnectPolicy: .test())
    let input: SyntheticInput

    /// - Parameters:
    ///   - background: What every frame shows.
    ///   - frameCount: How many there are.
    init(_ background: Plane, frameCount: Int = 1) throws {
        input = SyntheticInput(
            scene: SyntheticScene(background: background, things: [], frameCount: frameCount))
        try session.addInput(input)
    }

    /// Runs to the end of the scene.
    func run() async throws {
        var events = session.events().makeAsyncIterator()
        try await session.startRunning()
        while let event = await events.next(), event != .sourceDidEnd(source: input.sourceName) {}
        await session.stopRunning()
    }
}

extension Plane {
    /// A picture in which no two samples of a small size are equal.
    static func numbered(width: Int, height: Int) -> Plane {
        Plane(
            width: width, height: height,
            samples: (0..<width * height).map { UInt8(truncatingIfNeeded: $0) })
    }

    /// Its samples, row by row.
    var samples: [UInt8] {
        withBytes { bytes in
            (0..<width * height).map { bytes[$0 / width * bytesPerRow + $0 % width] }
        }
    }
}
