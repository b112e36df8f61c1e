import CVideo4Linux
import Decoders
import Foundation
import MediaFiles
import MetadataOutput
import Synchronization
import Testing

@testable import Capture

@Suite struct PhotoOutputTests {
    private static func motionJPEG() throws -> PhotoBench {
        try PhotoBench(.init(code: "MJPG", width: 640, height: 480)) { _, _ in
            PhotoBench.photograph + [0, 0xff, 0xd9, 7]
        }
    }

    // MARK: The order of calls

    @Test func aPhotoIsToldInItsOrder() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        let settings = CapturePhotoSettings()
        let before = Date()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let telling = try await recorder.telling(of: settings)
        let after = Date()
        bench.end()
        #expect(telling.calls == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
        let resolved = try #require(telling.resolved.first)
        #expect(telling.resolved.count == 1)
        #expect(resolved.uniqueID == settings.uniqueID)
        #expect(resolved.expectedPhotoCount == 1)
        #expect(resolved.photoDimensions == PhotoDimensions(width: 640, height: 480))
        let photo = try #require(telling.photos.first)
        #expect((photo.photoCount, photo.sequenceCount, photo.isRawPhoto) == (1, 0, false))
        #expect(photo.timestamp > .zero)
        // To a millisecond, as EXIF says it: two clocks were read one after the other.
        #expect(photo.date > before - 0.001 && photo.date < after + 0.001)
    }

    @Test func rawAndJPEGAreOfOnePicture() async throws {
        // 10 bits as RGGB: more light in every second row.
        let rows = (0..<32).flatMap { row -> [UInt8] in
            (0..<64).flatMap { _ -> [UInt8] in row.isMultiple(of: 2) ? [0x20, 3] : [0x20, 1] }
        }
        let bench = try PhotoBench(.init(code: "RG10", width: 64, height: 32)) { _, _ in rows }
        try await bench.session.startRunning()
        #expect(bench.output.availableRawPhotoPixelFormats.map(\.name) == ["RG10"])
        let recorder = PhotoRecorder()
        let settings = CapturePhotoSettings(format: .rawAndJPEG)
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let telling = try await recorder.telling(of: settings)
        #expect(telling.calls == ["willBegin", "willCapture", "didCapture", "raw", "photo", "didFinish"])
        #expect(telling.resolved.first?.expectedPhotoCount == 2)
        #expect(telling.photos.map(\.photoCount) == [1, 2])
        #expect(Set(telling.photos.map(\.sequenceNumber)).count == 1)
        #expect(Set(telling.photos.map(\.imageUniqueID)).count == 1)
        let files = telling.photos.map { [UInt8]($0.fileDataRepresentation() ?? Data()) }
        #expect(files[0].starts(with: [0x49, 0x49, 42, 0]) && files[1].starts(with: [0xff, 0xd8]))
        // Grey of two by two: (800 + 288) / 2 of 1024.
        let luma = try StandardPictureDecoder().frame(from: files[1], limits: .standard).luma
        #expect(abs(Int(luma.samples[64 * 16 + 32]) - 136) < 4)
        var hidden = CapturePhotoSettings(format: .raw)
        hidden.hiddenRegions = [HiddenRegion(.zero, style: .blanked)]
        #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: hidden, delegate: recorder) }
        var black = CapturePhotoSettings(format: .raw)
        black.rawBlackLevel = -1
        #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: black, delegate: recorder) }
        bench.end()
    }

    @Test func twoPhotosAtOnceAreToldApart() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        let all = (0..<5).map { _ in CapturePhotoSettings() }
        for settings in all { try bench.output.capturePhoto(with: settings, delegate: recorder) }
        var times: [Duration] = []
        for settings in all {
            let telling = try await recorder.telling(of: settings)
            #expect(telling.calls == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
            times += telling.photos.map(\.timestamp)
        }
        bench.end()
        #expect(times == times.sorted() && Set(times).count == all.count)
    }

    @Test func anUnpluggedCameraEndsEveryPhotoOnce() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        bench.camera.change { $0.failures["DQBUF"] = EAGAIN }
        let recorder = PhotoRecorder(onWillCapture: {
            bench.camera.change { $0.failures["DQBUF"] = ENODEV }
        })
        let all = (0..<2).map { _ in CapturePhotoSettings() }
        for settings in all { try bench.output.capturePhoto(with: settings, delegate: recorder) }
        for settings in all {
            let telling = try await recorder.telling(of: settings)
            #expect(telling.calls.filter { $0 != "willCapture" } == ["willBegin", "photo!", "didFinish!"])
            let code = telling.end??.code
            #expect(code == .deviceWasDisconnected || code == .sessionNotRunning)
            #expect(telling.photos.allSatisfy { $0.fileDataRepresentation() == nil })
        }
        bench.end()
    }

    @Test func aSessionThatStopsEndsThePhoto() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        bench.camera.change { $0.failures["DQBUF"] = EAGAIN }
        let recorder = PhotoRecorder(onWillCapture: { bench.session.stopRunning() })
        let settings = CapturePhotoSettings()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let telling = try await recorder.telling(of: settings)
        #expect(telling.calls == ["willBegin", "willCapture", "photo!", "didFinish!"])
        #expect(telling.end??.code == .sessionNotRunning)

        // One that does not run has no photo, which its delegate is told.
        let late = CapturePhotoSettings()
        try bench.output.capturePhoto(with: late, delegate: recorder)
        #expect(try await recorder.telling(of: late).calls == ["willBegin", "photo!", "didFinish!"])
        bench.end()
    }

    @Test func usedAndImpossibleSettingsAreRefusedBeforeAnythingHappens() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        func error(of change: (inout CapturePhotoSettings) -> Void) -> CaptureError? {
            var settings = CapturePhotoSettings()
            change(&settings)
            let error = #expect(throws: CaptureError.self) {
                try bench.output.capturePhoto(with: settings, delegate: recorder)
            }
            #expect(!recorder.knows(settings))
            return error
        }
        func refusal(_ change: (inout CapturePhotoSettings) -> Void) -> CaptureError.Code? {
            error(of: change)?.code
        }
        #expect(refusal { $0.flashMode = .on } == .unsupported)
        #expect(refusal { $0.format = .raw } == .unsupported)
        // By its name.
        #expect(error(of: { $0.format = .raw })?.message.contains("MJPG") == true)
        #expect(refusal { $0.jpegQuality = 0 } == .invalidConfiguration)
        #expect(refusal { $0.metadata.imageUniqueID = "1" } == .invalidConfiguration)
        #expect(refusal { $0.embeddedThumbnailSide = 9000 } == .invalidConfiguration)
        bench.output.maxPhotoQualityPrioritization = .balanced
        #expect(refusal { $0.qualityPrioritization = .quality } == .invalidConfiguration)
        bench.session.connections[0].isEnabled = false
        #expect(refusal { _ in } == .invalidConfiguration)
        bench.session.connections[0].isEnabled = true

        // What was refused can be used still; what was used, and every copy of it, cannot; what was copied can.
        let settings = CapturePhotoSettings()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let again = settings
        #expect(throws: CaptureError.self) { try bench.output.capturePhoto(with: again, delegate: recorder) }
        let copy = CapturePhotoSettings(from: settings)
        #expect(copy.uniqueID != settings.uniqueID)
        try bench.output.capturePhoto(with: copy, delegate: recorder)
        #expect(try await recorder.telling(of: settings).calls.last == "didFinish")
        #expect(try await recorder.telling(of: copy).calls.last == "didFinish")
        bench.end()
    }

    @Test func aFileThatCannotBeWrittenIsToldToWhoeverWrites() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        let errors = Mutex<[CaptureError?]>([])
        let recorder = PhotoRecorder(onPhoto: { photo in
            let error = #expect(throws: CaptureError.self) { try photo.write(toFile: "/dev/null/photo.jpg") }
            errors.withLock { $0.append(error) }
        })
        let settings = CapturePhotoSettings()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let telling = try await recorder.telling(of: settings)
        bench.end()
        #expect(telling.calls == ["willBegin", "willCapture", "didCapture", "photo", "didFinish"])
        #expect(errors.withLock { $0.first??.code } == .fileFailed)
    }

    // MARK: The picture

    @Test func aCamerasJPEGIsKeptToTheLastBit() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        try bench.session.connections[0].setVideoRotationAngle(90)
        var settings = CapturePhotoSettings()
        settings.qualityPrioritization = .speed
        settings.embeddedThumbnailSide = 160
        settings.previewSide = 320
        settings.metadata.imageUniqueID = "0123456789abcdef0123456789ABCDEF"
        let recorder = PhotoRecorder()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let photo = try #require(try await recorder.telling(of: settings).photos.first)
        bench.end()
        let data = try #require(photo.fileDataRepresentation())
        let written = [UInt8](data)
        let file = try #require(JPEGFile(written))
        let camera = try #require(JPEGFile(PhotoBench.photograph))
        #expect(file.picture == camera.picture)
        #expect(photo.imageUniqueID == "0123456789abcdef0123456789abcdef")
        let previewData = try #require(photo.previewData)
        let preview = try #require(JPEGFile([UInt8](previewData)))
        #expect((preview.width, preview.height) == (320, 240))
        // Decoded it is upright.
        let upright = try StandardPictureDecoder().frame(from: written, limits: .standard)
        #expect((upright.luma.width, upright.luma.height) == (480, 640))
    }

    @Test func aZoomedOrHiddenPictureIsEncodedAnew() async throws {
        let bench = try Self.motionJPEG()
        try await bench.session.startRunning()
        var settings = CapturePhotoSettings()
        settings.hiddenRegions = [HiddenRegion(CGRect(x: 0, y: 0, width: 0.5, height: 1), style: .blanked)]
        settings.embeddedThumbnailSide = 64
        settings.previewSide = 64
        let recorder = PhotoRecorder()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let photo = try #require(try await recorder.telling(of: settings).photos.first)
        bench.end()
        for data in [photo.fileDataRepresentation(), photo.previewData] {
            let luma = try StandardPictureDecoder()
                .frame(from: [UInt8](try #require(data)), limits: .standard).luma
            let (hidden, shown) = luma.samples.enumerated().reduce(into: (0, 0)) { sums, sample in
                // The preview's edge blurs within a block of 16.
                let x = sample.offset % luma.width
                if x < luma.width / 4 { sums.0 = max(sums.0, Int(sample.element)) }
                if x > luma.width * 3 / 4 { sums.1 = max(sums.1, Int(sample.element)) }
            }
            #expect(hidden < 12 && shown > 100, "\(hidden) \(shown)")
        }
    }

    @Test func samplesAreEncodedInTheirColours() async throws {
        // Red as YUYV, video range.
        let red: [UInt8] = [81, 90, 81, 240]
        let bench = try PhotoBench(
            .init(code: "YUYV", width: 32, height: 16),
            prepare: {
                $0.answer = { format in (format.bytesperline, format.sizeimage) = (64, 1024) }
            }
        ) { _, _ in Array(repeating: red, count: 256).flatMap(\.self) }
        try await bench.session.startRunning()
        let settings = CapturePhotoSettings()
        let recorder = PhotoRecorder()
        try bench.output.capturePhoto(with: settings, delegate: recorder)
        let telling = try await recorder.telling(of: settings)
        bench.end()
        let bytes = [UInt8](try #require(telling.photos.first?.fileDataRepresentation()))
        let luma = try StandardPictureDecoder().frame(from: bytes, limits: .standard).luma
        #expect((luma.width, luma.height) == (32, 16))
        // BT.601's red, full range.
        #expect(luma.samples.allSatisfy { abs(Int($0) - 76) <= 2 })
    }

    @Test func ofSeveralTheSharpestIsTaken() async throws {
        // Every third picture has edges.
        let flat = [UInt8](repeating: 128, count: 64 * 48)
        let edges = (0..<64 * 48).map { place -> UInt8 in (place / 4).isMultiple(of: 2) ? 30 : 220 }
        let soft = (0..<64 * 48).map { place -> UInt8 in UInt8(30 + place % 64 * 3) }
        let bench = try PhotoBench(.init(code: "GREY", width: 64, height: 48)) { number, _ in
            [edges, soft, flat][number % 3]
        }
        try await bench.session.startRunning()
        let recorder = PhotoRecorder()
        for _ in 0..<3 {
            var settings = CapturePhotoSettings()
            settings.qualityPrioritization = .quality
            try bench.output.capturePhoto(with: settings, delegate: recorder)
            let photo = try #require(try await recorder.telling(of: settings).photos.first)
            #expect(photo.sequenceNumber % 3 == 0)
        }
        bench.end()
    }

    @Test func everyBufferComesInItsOrder() async throws {
        let bench = try PhotoBench(.init(code: "GREY", width: 4, height: 2)) { _, _ in
            [UInt8](repeating: 9, count: 8)
        }
        try await bench.session.startRunning()
        let receiver = try #require(
            bench.output.makeReceiver(
                for: bench.session.connections[0], from: bench.input,
                means: CaptureMeans(
                    workers: CaptureWorkers(threads: 1), counters: CaptureCounters(source: "a"),
                    searches: SearchTap(), report: { _ in })) as? PhotoReceiver)
        receiver.open()
        for number in 1...5 {
            receiver.receive(
                CaptureBuffer(contents: .init(), time: .seconds(number), sequenceNumber: number))
        }
        var numbers: [Int] = []
        for _ in 0..<3 { numbers.append(try receiver.next(after: .seconds(1), within: .zero).sequenceNumber) }
        #expect(numbers == [2, 3, 4])
        #expect(try receiver.next(after: .seconds(4), within: .zero).sequenceNumber == 5)
        #expect(throws: CaptureError.self) { try receiver.next(after: .zero, within: .zero) }
        receiver.close()
        receiver.receive(CaptureBuffer(contents: .init(), time: .seconds(9), sequenceNumber: 9))
        #expect(throws: CaptureError.self) { try receiver.next(after: .zero, within: .zero) }
        bench.end()
    }
}
