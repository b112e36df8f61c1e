import Foundation
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture
@testable import Ports

extension CameraTests {
    @Suite final class MovieTests {
        private let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "movies-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Whether a file has an index of the whole: boxes of the first level.
        private func boxes(of url: URL) throws -> [String] {
            let data = try Data(contentsOf: url)
            var (place, found) = (0, [String]())
            while place + 8 <= data.count {
                let size = data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
                found.append(String(decoding: data[place + 4..<place + 8], as: UTF8.self))
                let large = size == 1 ? data[place + 8..<place + 16].reduce(0) { $0 << 8 | Int($1) } : size
                guard large >= 8 else { break }
                place += large
            }
            return found
        }

        @Test func aMovieIsRecordedAsOnApplesSystems() async throws {
            let cameras = TestCameras()
            let camera = MovieCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            let url = folder.appending(path: "movie.mov")
            let (written, isWhole, error) = await withCheckedContinuation { done in
                camera.record(to: url, atMost: 0.3, rotatedBy: 90) { done.resume(returning: ($0, $1, $2)) }
            }
            // A limit is an error that leaves a whole file.
            #expect(written == url && isWhole)
            #expect((error as? AVError)?.code == .maximumDurationReached)
            #expect(camera.calls == ["didStart", "didFinish"])
            let boxes = try boxes(of: url)
            #expect(boxes.first == "ftyp" && boxes.contains("moov") && boxes.contains("mdat"))
            #expect(!camera.movieFileOutput.isRecording)
            // A file that is there is not written over.
            let again = await withCheckedContinuation { done in
                camera.record(to: url) { done.resume(returning: ($1, ($2 as? AVError)?.code)) }
            }
            #expect(again == (false, .fileAlreadyExists))
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aMovieEndsWhenItIsTold() async throws {
            let cameras = TestCameras()
            let camera = MovieCamera()
            #expect(camera.configure())
            camera.session.startRunning()
            let url = folder.appending(path: "movie.mp4")
            let (isWhole, hasError) = await withCheckedContinuation { done in
                camera.record(to: url) { done.resume(returning: ($1, $2 != nil)) }
                let output = camera.movieFileOutput
                DispatchQueue.global().async {
                    while output.recordedDuration.seconds < 0.1 { usleep(1000) }
                    output.stopRecording()
                }
            }
            #expect(isWhole && !hasError)
            #expect(camera.movieFileOutput.recordedDuration == .zero)
            #expect(camera.movieFileOutput.maxRecordedDuration == .invalid)
            #expect(camera.movieFileOutput.maxRecordedFileSize == 0)
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        /// Remembers how recordings end, by their files' names.
        private final class Recorder: AVCaptureFileOutputRecordingDelegate, Sendable {
            /// What the end of a recording waits for.
            let mayFinish = DispatchSemaphore(value: 0)
            let ends = Mutex<[String: AVError?]>([:])

            func fileOutput(
                _ output: AVCaptureFileOutput, willFinishRecordingTo fileURL: URL,
                from connections: [AVCaptureConnection], error: (any Error)?
            ) {
                mayFinish.wait()
                mayFinish.signal()
            }

            func fileOutput(
                _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
                from connections: [AVCaptureConnection], error: (any Error)?
            ) { ends.withLock { $0[outputFileURL.lastPathComponent] = error as? AVError } }
        }

        /// As programs that record in pieces.
        @Test func theNextMovieBeginsWhileTheLastOneIsFinished() async throws {
            let cameras = TestCameras()
            let (camera, recorder) = (MovieCamera(), Recorder())
            #expect(camera.configure())
            let output = camera.movieFileOutput
            camera.session.startRunning()
            let urls = ["a.mov", "b.mov", "c.mov"].map { folder.appending(path: $0) }
            output.startRecording(to: urls[0], recordingDelegate: recorder)
            #expect(await eventually { output.recordedDuration.seconds > 0.1 })
            output.stopRecording()
            output.startRecording(to: urls[1], recordingDelegate: recorder)
            #expect(output.isRecording && output.outputFileURL == urls[1])
            // One that was not stopped goes on.
            output.startRecording(to: urls[2], recordingDelegate: recorder)
            recorder.mayFinish.signal()
            #expect(await eventually { recorder.ends.withLock { $0.count } == 2 })
            let ends = recorder.ends.withLock { $0 }
            #expect(ends["a.mov"] == .some(nil) && ends["b.mov"] == nil)
            #expect((ends["c.mov"] ?? nil)?.localizedDescription.contains("already") == true)
            #expect(await eventually { output.recordedDuration.seconds > 0.1 })
            output.stopRecording()
            #expect(await eventually { recorder.ends.withLock { $0.count } == 3 })
            #expect(!output.isRecording)
            #expect(recorder.ends.withLock { $0["b.mov"] } == .some(nil))
            for url in urls.prefix(2) { #expect(try boxes(of: url).contains("moov")) }
            #expect(!FileManager.default.fileExists(atPath: urls[2].path))
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        /// libopenh264 is there, as Scripts/bootstrap has seen to.
        @Test func aMovieHasTheCodecThatIsAskedFor() async throws {
            let cameras = TestCameras()
            let camera = MovieCamera()
            #expect(camera.configure())
            let output = camera.movieFileOutput
            let connection = try #require(output.connections.first)
            #expect(output.availableVideoCodecTypes == [.jpeg, .h264])
            #expect(output.supportedOutputSettingsKeys(for: connection) == [AVVideoCodecKey])
            func codec() -> AVVideoCodecType? {
                output.outputSettings(for: connection)[AVVideoCodecKey] as? AVVideoCodecType
            }
            #expect(codec() == .jpeg)
            output.setOutputSettings([AVVideoCodecKey: AVVideoCodecType.h264], for: connection)
            #expect(codec() == .h264)
            camera.session.startRunning()
            for (name, wanted) in [("a.mp4", "avc1"), ("b.mp4", "mp4v")] {
                let url = folder.appending(path: name)
                _ = await withCheckedContinuation { done in
                    camera.record(to: url, atMost: 0.2) { done.resume(returning: ($0, $1, $2 != nil)) }
                }
                #expect(try Data(contentsOf: url).contains(Data(wanted.utf8)))
                output.setOutputSettings(nil, for: connection)
            }
            camera.session.stopRunning()
            withExtendedLifetime(cameras) {}
        }

        @Test func aMovieSaysWhatItIsGiven() async throws {
            let cameras = TestCameras()
            let camera = MovieCamera()
            #expect(camera.configure())
            #expect(camera.movieFileOutput.metadata == nil)
            camera.describe(
                title: "The door", location: "+48.1374+011.5755/", date: Date(timeIntervalSince1970: 0))
            camera.session.startRunning()
            let url = folder.appending(path: "movie.mov")
            _ = await withCheckedContinuation { done in
                camera.record(to: url, atMost: 0.2) { done.resume(returning: ($0, $1, $2 != nil)) }
            }
            camera.session.stopRunning()
            let data = try Data(contentsOf: url)
            for text in ["The door", "+48.1374+011.5755/", "scanwatch"] {
                #expect(data.contains(Data(text.utf8)), "\(text)")
            }
            // In which zone this machine is does not matter here.
            #expect(data.contains(Data("1970-01-01T".utf8)) || data.contains(Data("1969-12-31T".utf8)))
            #expect(!data.contains(Data("nowhere".utf8)))
            withExtendedLifetime(cameras) {}
        }

        @Test func itemsOfMetadataHaveTheirNames() {
            let item = AVMutableMetadataItem()
            #expect(item.identifier == nil && item.commonKey == nil && item.value == nil)
            item.key = AVMetadataKey.commonKeyTitle.rawValue
            #expect(item.identifier == .commonIdentifierTitle && item.keySpace == .common)
            item.keySpace = .quickTimeMetadata
            item.key = "com.apple.quicktime.copyright"
            #expect(item.identifier == .quickTimeMetadataCopyright && item.commonKey == .commonKeyCopyrights)
            item.value = NSString(string: "mine")
            #expect(item.stringValue == "mine" && item.dateValue == nil && item.value as? String == "mine")
            item.value = NSDate(timeIntervalSince1970: 7)
            #expect(item.dateValue == Date(timeIntervalSince1970: 7) && item.stringValue == nil)
            let pairs: [(AVMetadataIdentifier, AVMetadataIdentifier)] = [
                (.commonIdentifierTitle, .quickTimeMetadataTitle),
                (.commonIdentifierDescription, .quickTimeMetadataDescription),
                (.commonIdentifierAuthor, .quickTimeMetadataAuthor),
                (.commonIdentifierCopyrights, .quickTimeMetadataCopyright),
                (.commonIdentifierCreationDate, .quickTimeMetadataCreationDate),
                (.commonIdentifierLocation, .quickTimeMetadataLocationISO6709),
                (.commonIdentifierMake, .quickTimeMetadataMake),
                (.commonIdentifierModel, .quickTimeMetadataModel),
                (.commonIdentifierSoftware, .quickTimeMetadataSoftware),
            ]
            #expect(pairs.allSatisfy { $0.meaning != nil && $0.meaning == $1.meaning })
            #expect(AVMetadataIdentifier(rawValue: "mdta/nothing").meaning == nil)
        }

        @Test func aCodecThatIsNotThereEndsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let camera = MovieCamera()
                _ = camera.configure()
                let output = camera.movieFileOutput
                output.setOutputSettings(
                    [AVVideoCodecKey: AVVideoCodecType.hevc], for: output.connections[0])
                withExtendedLifetime(cameras) {}
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains("-availableVideoCodecTypes"), "\(said.prefix(300))")
        }

        @Test func aSessionThatDoesNotRunEndsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let cameras = TestCameras()
                let camera = MovieCamera()
                _ = camera.configure()
                camera.record(to: URL(filePath: "/tmp/never.mp4")) { _, _, _ in }
                withExtendedLifetime(cameras) {}
            }
            let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(said.contains("No active/enabled connections"), "\(said.prefix(300))")
        }
    }
}
