import Foundation
import MetadataOutput
import Testing

@testable import Capture

/// Movies as inputs: a record for each frame, and for what is wrong.
@Suite struct MovieUpdatesTests {
    /// Finds one code in every frame.
    private struct Everywhere: Detector {
        var supportedTypes: Set<MetadataObjectType> { [.qr] }

        func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult {
            var result = DetectionResult(width: frame.luma.width, height: frame.luma.height)
            result.readings = [
                Reading(
                    type: .qr, corners: CGRect(x: 1, y: 1, width: 5, height: 4).corners,
                    content: .code(CodeContent(bytes: [97], text: "a")), engine: .zxing, step: "plain",
                    evidence: Evidence(source: .plain))
            ]
            return result
        }
    }

    private func updates(
        _ movies: [String], every interval: Duration = .zero, mask: PictureMask? = nil
    ) async throws -> [PictureUpdate] {
        let folder = try TemporaryFolder()
        for (number, movie) in movies.enumerated() {
            try Data(movie.utf8).write(to: URL(filePath: "\(folder.path)/\(number).mp4"))
        }
        let output = CaptureMetadataOutput(detectors: [Everywhere()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        let input = CapturePicturesInput(
            sources: [PictureSource(argument: Array(folder.path.utf8))],
            recognizer: StandardMovieRecognizer(), mask: mask)
        var updates: [PictureUpdate] = []
        for await update in output.updates(
            ofMovies: input, decoder: FakeMovieDecoder(), interval: interval, maximumConcurrentPictures: 3)
        {
            updates.append(update)
        }
        return updates
    }

    private func words(_ updates: [PictureUpdate]) -> [String] {
        updates.map { update in
            let frame = update.frame.map(String.init) ?? "-"
            let time = update.time.map { "\(Int($0 / .milliseconds(1)))" } ?? "-"
            switch update.result {
            case .success(let seen):
                return
                    "\(update.index) \(frame) \(time) ids \(seen.objects.map { "\($0.objectID)" }.joined(separator: " "))"
            case .failure(let error): return "\(update.index) \(frame) \(time) \(error.message)"
            }
        }
    }

    @Test func eachFrameHasItsPlaceAndEachMovieItsIDs() async throws {
        let updates = try await updates(["passed 0 40 passed lost 120", "0 40"])
        #expect(
            words(updates) == [
                "0 1 0 ids 1", "0 2 40 ids 1", "0 4 40 lost", "0 5 120 ids 1", "1 0 0 ids 1", "1 1 40 ids 1",
            ])
        #expect(updates.allSatisfy { $0.version != nil })
    }

    @Test func whatIsWrongWithAMovieIsToldAndTheNextIsRead() async throws {
        let updates = try await updates(["0 failed", "", " ", "no movie", "0"])
        #expect(
            words(updates) == [
                "0 0 0 ids 1", "0 - - failed", "1 - - it is empty", "2 - - there is no frame in it",
                "3 - - no movie", "4 0 0 ids 1",
            ])
    }

    @Test func oneFrameInATimeIsSearched() async throws {
        let times = (0..<40).map { "\($0 * 33)" }.joined(separator: " ")
        let updates = try await updates([times], every: .milliseconds(250))
        #expect(
            updates.compactMap(\.time).map { Int($0 / .milliseconds(1)) } == [0, 264, 528, 759, 1023, 1254])
        #expect(updates.compactMap(\.frame) == [0, 8, 16, 23, 31, 38])
    }

    /// After three quarters of an hour multiples of half a second are half seconds still.
    @Test func longMoviesAreSearchedToTheirEnd() async throws {
        let times = (4_700..<4_900).map { "\($0 * 500)" }.joined(separator: " ")
        #expect(try await updates([times], every: .milliseconds(500)).count == 200)
        #expect(try await updates([times], every: .seconds(1.0 / 3)).count == 200)
    }

    /// The fake's first frame has the descriptor's number for its time.
    @Test func aPipeIsNoMovieAndStandardInputIsOne() async throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe.mp4"
        try #require(mkfifo(pipe, 0o600) == 0)
        let output = CaptureMetadataOutput(detectors: [Everywhere()], decoder: FakeDecoder())
        let input = CapturePicturesInput(paths: [pipe, "-"], recognizer: StandardMovieRecognizer())
        try output.setMetadataObjectTypes([.qr])
        var updates: [PictureUpdate] = []
        for await update in output.updates(ofMovies: input, decoder: FakeMovieDecoder()) {
            updates.append(update)
        }
        #expect(
            words(updates) == ["0 - - it is a pipe, not a file", "1 0 0 ids 1", "1 2 40 ids 1"])
        #expect(updates.last?.source == .standardInput && updates.last?.version == nil)
    }

    /// What is a movie or a picture by its first bytes alone is told too.
    @Test func whatTheOtherKindOfRunWouldReadIsCounted() async throws {
        let folder = try TemporaryFolder()
        let files: [(String, String)] = [
            ("a.MP4", "x"), ("b.jpg", "x"), ("c", "nut/multimedia container\0"), ("d", "GIF89a"),
            ("e.txt", "x"),
        ]
        for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/\(name)")) }
        func tally(_ recognizer: any PictureRecognizer) async -> PictureTally {
            let input = CapturePicturesInput(paths: [folder.path], recognizer: recognizer)
            for await _ in input {}
            return input.tally
        }
        let ofPictures = await tally(StandardPictureRecognizer())
        #expect(ofPictures == PictureTally(pictures: 2, passedOver: 3, movies: 2))
        let ofMovies = await tally(StandardMovieRecognizer())
        #expect(ofMovies == PictureTally(pictures: 2, passedOver: 3, stills: 2))
    }

    @Test func aSessionTakesAMovieForACamera() async throws {
        let folder = try TemporaryFolder()
        let file = URL(filePath: "\(folder.path)/film.mp4")
        try Data("0 40 lost 120".utf8).write(to: file)
        let input = CaptureMovieFileInput(path: file.path, decoder: FakeMovieDecoder())
        let stream = try input.openStream(preset: .high)
        #expect(stream.pictureSize == CGSize(width: 8, height: 6) && !input.dropsLateFrames)
        var frames: [String] = []
        let end = #expect(throws: CaptureError.self) {
            while let frame = try stream.nextFrame(timeout: .zero) {
                frames.append(
                    "\(frame.sequenceNumber) \(Int(frame.time / .milliseconds(1))) \(frame.drops.values.map(\.self))"
                )
            }
        }
        #expect(frames == ["0 0 []", "1 40 []", "3 120 [1]"] && end?.code == .inputEnded)
        let output = CaptureMetadataOutput(detectors: [Everywhere()], decoder: FakeDecoder())
        try output.setMetadataObjectTypes([.qr])
        var appeared: [String?] = []
        for try await update in output.updates(from: input) {
            appeared += update.appeared.map { ($0 as? MetadataMachineReadableCodeObject)?.stringValue }
        }
        #expect(appeared == ["a"])
        try Data("lost".utf8).write(to: file)
        let nothing = CaptureMovieFileInput(path: file.path, decoder: FakeMovieDecoder())
        let error = await #expect(throws: CaptureError.self) {
            for try await _ in output.updates(from: nothing) {}
        }
        #expect(error?.code == .decodeFailed && error?.message.contains("film.mp4") == true)
    }
}
