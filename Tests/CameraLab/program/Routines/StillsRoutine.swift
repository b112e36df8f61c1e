import AVFoundationCompat

/// Takes photos, series, raw photos, movies and Live Photos, each with a camera of its own, into a folder.
final class StillsRoutine: Routine {
    func answer(_ command: [String]) async throws -> String {
        guard command.count > 1 else { throw RoutineError("no folder") }
        let folder = URL(filePath: command[1])
        switch command[0] {
        case "photo": return try await Self.photo(into: folder)
        case "bracket":
            return try await Self.bracket(
                try command.dropFirst(2).indices.map { Float(try command.number($0)) }, into: folder)
        case "raw": return try await Self.raw(command.last ?? "", into: folder)
        case "movie": return try await Self.movie(try command.number(2), into: folder)
        case "live": return try await Self.live(into: folder)
        default: return "no such command"
        }
    }

    private nonisolated static func check(_ isConfigured: Bool) throws {
        guard isConfigured else { throw RoutineError("the camera has not what this needs") }
    }

    private nonisolated static func photo(into folder: URL) async throws -> String {
        let camera = PhotoCamera()
        try check(camera.configure())
        camera.session.startRunning()
        defer { camera.session.stopRunning() }
        let (calls, data) = await withCheckedContinuation { done in
            camera.capturePhoto { processor, data, _ in done.resume(returning: (processor.calls, data)) }
        }
        try data?.write(to: folder.appending(path: "photo.jpg"))
        return calls.joined(separator: ", ")
    }

    private nonisolated static func bracket(_ biases: [Float], into folder: URL) async throws -> String {
        let camera = BracketCamera()
        try check(camera.configure())
        camera.session.startRunning()
        defer { camera.session.stopRunning() }
        let (photos, sequence) = await withCheckedContinuation { done in
            camera.captureBracket(biases: biases) { photos, sequence, _ in
                done.resume(returning: (photos, sequence))
            }
        }
        for (photo, number) in zip(photos, sequence) {
            try photo.write(to: folder.appending(path: "bracket-\(number).jpg"))
        }
        return sequence.map(String.init).joined(separator: ", ")
    }

    /// - Parameter format: The sensor's, by the kernel's name.
    private nonisolated static func raw(_ format: String, into folder: URL) async throws -> String {
        guard let device = AVCaptureDevice.default(for: .video),
            let wanted = device.formats.first(where: {
                $0.formatDescription.description.hasPrefix("\(format) ")
            })
        else { throw RoutineError("no such format") }
        let camera = RawPhotoCamera()
        try check(camera.configure())
        try device.lockForConfiguration()
        device.activeFormat = wanted
        device.unlockForConfiguration()
        camera.session.startRunning()
        defer { camera.session.stopRunning() }
        let (raw, processed) = await withCheckedContinuation { done in
            let isRaw = camera.captureRAW { raw, processed, _ in done.resume(returning: (raw, processed)) }
            if !isRaw { done.resume(returning: (nil, nil)) }
        }
        try raw?.write(to: folder.appending(path: "raw.dng"))
        try processed?.write(to: folder.appending(path: "raw.jpg"))
        return "done"
    }

    private nonisolated static func movie(_ seconds: Double, into folder: URL) async throws -> String {
        let camera = MovieCamera()
        try check(camera.configure())
        camera.session.startRunning()
        defer { camera.session.stopRunning() }
        let isWhole = await withCheckedContinuation { done in
            camera.record(to: folder.appending(path: "movie.mov"), atMost: seconds) { _, isWhole, _ in
                done.resume(returning: isWhole)
            }
        }
        return camera.calls.joined(separator: ", ") + (isWhole ? ", whole" : "")
    }

    private nonisolated static func live(into folder: URL) async throws -> String {
        let camera = LivePhotoCamera()
        try check(camera.configure())
        camera.session.startRunning()
        defer { camera.session.stopRunning() }
        // Its movie begins before the photo.
        try await Task.sleep(for: .seconds(2))
        let (calls, photo, times) = await withCheckedContinuation { done in
            camera.captureLivePhoto(to: folder.appending(path: "live.mov")) { processor in
                let times = [processor.duration.seconds, processor.photoDisplayTime.seconds]
                done.resume(returning: (processor.calls, processor.photoData, times))
            }
        }
        try photo?.write(to: folder.appending(path: "live.jpg"))
        return (calls + times.map { String($0) }).joined(separator: ", ")
    }
}
