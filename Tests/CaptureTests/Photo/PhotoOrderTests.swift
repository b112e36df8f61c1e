import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

/// The delegate's calls, and their order, in every situation that a photo can come into.
@Suite struct PhotoOrderTests {
    enum Situation: String, CaseIterable, Sendable {
        case plain, thumbnail, rawAndJPEG, bracket, rawAndJPEGBracket, unplugged, stopped, diskFull, reused,
            unsupported, prepared, twoAtOnce

        /// What is told of each photo that is asked for; nothing if it is refused.
        var calls: [[String]] {
            let begin = ["willBegin", "willCapture", "didCapture"]
            return switch self {
            case .plain, .thumbnail, .diskFull, .prepared: [begin + ["photo", "didFinish"]]
            case .rawAndJPEG: [begin + ["raw", "photo", "didFinish"]]
            case .bracket: [begin + ["photo", "photo", "photo", "didFinish"]]
            case .rawAndJPEGBracket: [begin + ["raw", "photo", "raw", "photo", "didFinish"]]
            case .unplugged, .stopped: [["willBegin", "willCapture", "photo!", "didFinish!"]]
            case .reused: [begin + ["photo", "didFinish"], []]
            case .unsupported: [[]]
            case .twoAtOnce: [begin + ["photo", "didFinish"], begin + ["photo", "didFinish"]]
            }
        }

        /// With what it ends; nil if all is well.
        var code: CaptureError.Code? {
            switch self {
            case .unplugged: .deviceWasDisconnected
            case .stopped: .sessionNotRunning
            case .diskFull: .diskFull
            case .reused: .invalidConfiguration
            case .unsupported: .unsupported
            default: nil
            }
        }

        var settings: CapturePhotoSettings {
            var settings = CapturePhotoSettings()
            switch self {
            case .thumbnail: settings.embeddedThumbnailSide = 16
            case .rawAndJPEG: settings = CapturePhotoSettings(format: .rawAndJPEG)
            case .bracket: settings.bracket = [-1, 0, 1].map { .autoExposure(bias: $0) }
            case .rawAndJPEGBracket:
                settings = CapturePhotoSettings(format: .rawAndJPEG)
                settings.bracket = [-1, 1].map { .autoExposure(bias: $0) }
            case .unsupported: settings.flashMode = .on
            default: break
            }
            return settings
        }
    }

    /// Writes as applications do, to a disk that is full or not.
    private final class Disk: Sendable {
        private let path: String
        let codes = Mutex<[CaptureError.Code]>([])

        init(in path: String, isFull: Bool) {
            self.path = path
            // Where the file would be made there is the kernel's own full disk.
            let partial = "\(path)/\(SyncedFile.partialPrefix)\(getpid())-photo.jpg"
            if isFull { symlink("/dev/full", partial) }
        }

        func write(_ photo: CapturePhoto) {
            guard !photo.isRawPhoto, photo.fileDataRepresentation() != nil else { return }
            do throws(CaptureError) {
                try photo.write(toFile: "\(path)/photo.jpg")
            } catch {
                codes.withLock { $0.append(error.code) }
            }
        }

        var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
    }

    @Test(arguments: Situation.allCases) func callsComeInTheirOrder(_ situation: Situation) async throws {
        let bench = try BracketTests.bench(late: 1)
        try await bench.session.startRunning()
        let folder = try TemporaryFolder()
        let disk = Disk(in: folder.path, isFull: situation == .diskFull)
        let recorder = PhotoRecorder(
            onWillCapture: {
                switch situation {
                case .unplugged: bench.camera.change { $0.failures["DQBUF"] = ENODEV }
                case .stopped: bench.session.stopRunning()
                default: break
                }
            }, onPhoto: { disk.write($0) })
        if [.unplugged, .stopped].contains(situation) {
            bench.camera.change { $0.failures["DQBUF"] = EAGAIN }
        }
        let first = situation.settings
        if situation == .prepared {
            await withCheckedContinuation { done in
                bench.output.setPreparedPhotoSettings([first]) { _ in done.resume() }
            }
        }
        var all = [first]
        if situation == .twoAtOnce { all.append(situation.settings) }
        if situation == .reused { all.append(first) }
        var codes: [CaptureError.Code] = []
        var accepted: [CapturePhotoSettings] = []
        for settings in all {
            do throws(CaptureError) {
                try bench.output.capturePhoto(with: settings, delegate: recorder)
                accepted.append(settings)
            } catch {
                codes.append(error.code)
            }
        }
        var calls: [[String]] = []
        for settings in accepted {
            let telling = try await recorder.telling(of: settings)
            calls.append(telling.calls)
            if let error = telling.end ?? nil { codes.append(error.code) }
            // What was promised is kept, and the same at every step.
            #expect(telling.resolved.count == 1)
            #expect(telling.resolved.first?.expectedPhotoCount == telling.photos.count)
            #expect(telling.photos.map(\.photoCount) == Array(1...telling.photos.count))
        }
        bench.end()
        #expect(calls == situation.calls.filter { !$0.isEmpty })
        #expect(accepted.count + (situation.calls.contains([]) ? 1 : 0) == all.count)
        codes += disk.codes.withLock { $0 }
        if situation == .unplugged {
            // The session ends when its only camera is gone, which may be seen first.
            #expect(codes == [.deviceWasDisconnected] || codes == [.sessionNotRunning])
        } else {
            #expect(codes == (situation.code.map { [$0] } ?? []))
        }
        // A file is there as a whole or not at all.
        let hasFile = ![.unplugged, .stopped, .diskFull, .unsupported].contains(situation)
        #expect(disk.names == (hasFile ? ["photo.jpg"] : []))
    }
}
