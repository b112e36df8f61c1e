import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// What a connection knows of its source's pictures while frames from before a stop are still on their way.
@Suite struct SourceSizeTests {
    private static let (small, large) = (CGSize(width: 16, height: 9), CGSize(width: 32, height: 18))

    private final class Input: CaptureInput {
        let sourceName = "made"

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            throw CaptureError(.inputEnded, "none")
        }
    }

    /// A running session's connection, whose size a test tells, and its input.
    private func parts() throws -> (session: CaptureSession, connection: CaptureConnection, input: Input) {
        let (session, input, output) = (
            CaptureSession(), Input(), CaptureVideoFrameOutput(decoder: FakeDecoder())
        )
        try session.addInput(input)
        try session.addOutput(output)
        return (session, session.connections[0], input)
    }

    @Test func aLateFrameSaysNothingOfAStreamThatIsOpenAnew() throws {
        let (session, connection, input) = try parts()
        let size = SourceSize(connection, of: input)
        size.open(Self.small)
        #expect(input.arrivingSize == Self.small)
        size.close()
        #expect(input.arrivingSize == nil && connection.videoSize == Self.small)
        size.open(Self.large)
        connection.noteSize(Self.small)
        size.passLateFrame()
        #expect(input.arrivingSize == Self.large && connection.videoSize == Self.large)
        withExtendedLifetime(session) {}
    }

    @Test func aLateFrameOpensNothing() throws {
        let (session, connection, input) = try parts()
        let size = SourceSize(connection, of: input)
        size.open(Self.small)
        size.close()
        connection.noteSize(Self.small)
        size.passLateFrame()
        #expect(input.arrivingSize == nil)
        withExtendedLifetime(session) {}
    }
}
