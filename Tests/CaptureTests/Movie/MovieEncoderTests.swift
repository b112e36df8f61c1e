import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// What becomes of pictures that are too large for an encoder.
@Suite struct MovieEncoderTests {
    /// Encodes what a script says: nil is a picture that is too large.
    private final class Stills: StillMaker, VideoEncoder {
        private let script: Mutex<[EncodedVideoFrame?]>

        init(_ script: [EncodedVideoFrame?]) { self.script = Mutex(script) }

        func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
            throw PayloadError(.undecodable, "none")
        }

        func makeVideoEncoder() -> (any VideoEncoder)? { self }

        func frame(_ request: VideoRequest) throws(PayloadError) -> EncodedVideoFrame {
            let next = script.withLock { $0.removeFirst() }
            guard let next else { throw PayloadError(.overLimit, "too large") }
            return next
        }
    }

    /// A key frame and its parameters, as far as they are looked at.
    private let made = EncodedVideoFrame(
        bytes: [0, 0, 0, 1, 0x67, 66, 0, 30, 0, 0, 0, 1, 0x68, 1, 0, 0, 0, 1, 0x65, 1], width: 16, height: 16,
        isKeyFrame: true)

    /// What is said of each picture: nil of one that is encoded.
    private func outcomes(_ script: [EncodedVideoFrame?]) throws -> [CaptureError.Code?] {
        var encoder = try MovieEncoder(Stills(script))
        let picture = StillRequest(.jpeg([]), views: [])
        return script.indices.map { number in
            do throws(CaptureError) {
                _ = try encoder.frame(picture, at: .seconds(number))
                return nil
            } catch {
                return error.code
            }
        }
    }

    @Test func aFirstPictureThatIsDamagedDoesNotEndAMovie() throws {
        #expect(try outcomes([nil, nil, made, nil]) == [.decodeFailed, .decodeFailed, nil, .decodeFailed])
        #expect(try outcomes([nil, nil, nil]) == [.decodeFailed, .decodeFailed, .unsupported])
    }

    @Test func picturesThatAreAllTooLargeEndAMovie() throws {
        let many = [EncodedVideoFrame?](repeating: nil, count: 29)
        let dropped = [CaptureError.Code?](repeating: .decodeFailed, count: 29)
        // One that is not begins anew.
        let outcomes = try outcomes([made] + many + [made] + many + [nil])
        #expect(outcomes == [nil] + dropped + [nil] + dropped + [.unsupported])
    }
}
