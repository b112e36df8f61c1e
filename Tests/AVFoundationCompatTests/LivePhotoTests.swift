import Foundation
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    @Suite struct LivePhotoTests {
        private struct Taken: Sendable {
            var calls: [String]
            var photo: Data?
            var movie: URL?
            var duration: Double
            var photoDisplayTime: Double
        }

        private func livePhoto(of camera: LivePhotoCamera, to url: URL) async -> Taken {
            await withCheckedContinuation { done in
                camera.captureLivePhoto(to: url) { processor in
                    done.resume(
                        returning: Taken(
                            calls: processor.calls, photo: processor.photoData,
                            movie: processor.livePhotoCompanionMovieURL, duration: processor.duration.seconds,
                            photoDisplayTime: processor.photoDisplayTime.seconds))
                }
            }
        }

        @Test func aLivePhotoIsTakenAsOnApplesSystems() async throws {
            let url = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString).mov")
            defer { try? FileManager.default.removeItem(at: url) }
            let cameras = TestCameras()
            let camera = LivePhotoCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            let taken = await livePhoto(of: camera, to: url)
            #expect(
                taken.calls == [
                    "willBegin", "didFinishProcessingPhoto", "didFinishRecordingLivePhotoMovie",
                    "didFinishProcessingLivePhoto", "didFinishCapture",
                ])
            #expect(taken.photo?.starts(with: [0xff, 0xd8]) == true && taken.movie == url)
            #expect(taken.duration > 0 && (0...taken.duration).contains(taken.photoDisplayTime))
            #expect(camera.inProgressLivePhotoCapturesCount == 0)
            // Both files have the identifier.
            let movie = try Data(contentsOf: url)
            let key = Data("com.apple.quicktime.content.identifier".utf8)
            #expect(movie.range(of: key) != nil)
            let identifier = try #require(
                String(decoding: movie, as: Unicode.ASCII.self).firstMatch(
                    of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/)
            ).output.0
            #expect(taken.photo?.range(of: Data(identifier.utf8)) != nil)
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }
    }
}
