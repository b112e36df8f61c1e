import Decoders
import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    /// Frames that could not be searched are not frames in which nothing is.
    @Suite struct SynchronizedDataTests {
        /// Fails, or sees nothing.
        private struct Blind: Detector {
            let fails: Bool
            let supportedTypes: Set<MetadataObjectType> = [.qr]

            func detect(
                _ request: DetectionRequest, in frame: Frame
            ) throws(PayloadError) -> DetectionResult {
                if fails { throw PayloadError(.engineFailure, "no") }
                return DetectionResult(width: frame.luma.width, height: frame.luma.height, readings: [])
            }
        }

        private final class Log: AVCaptureDataOutputSynchronizerDelegate, Sendable {
            struct Entry: Sendable {
                let count: Int
                let hasFrame: Bool
                /// nil where nothing is said of objects.
                let objectCount: Int?
            }

            let entries = Mutex<[Entry]>([])

            func dataOutputSynchronizer(
                _ synchronizer: AVCaptureDataOutputSynchronizer,
                didOutput collection: AVCaptureSynchronizedDataCollection
            ) {
                let data = synchronizer.dataOutputs.map { collection[$0] }
                let frame = data.lazy.compactMap { $0 as? AVCaptureSynchronizedSampleBufferData }.first
                let metadata = data.lazy.compactMap { $0 as? AVCaptureSynchronizedMetadataObjectData }.first
                let entry = Entry(
                    count: collection.count, hasFrame: frame.map { !$0.sampleBufferWasDropped } ?? false,
                    objectCount: metadata?.metadataObjects.count)
                entries.withLock { $0.append(entry) }
            }
        }

        /// What is handed out of some frames.
        private func entries(fails: Bool, metadataFirst: Bool) async throws -> [Log.Entry] {
            let (cameras, session, log) = (TestCameras(), AVCaptureSession(), Log())
            session.addInput(
                try AVCaptureDeviceInput(device: try #require(AVCaptureDevice.default(for: .video))))
            let frames = AVCaptureVideoDataOutput()
            let metadata = AVCaptureMetadataOutput(
                CaptureMetadataOutput(
                    detectors: [Blind(fails: fails)], decoder: StandardPictureDecoder()))
            session.addOutput(frames)
            session.addOutput(metadata)
            metadata.metadataObjectTypes = [.qr]
            let synchronizer = AVCaptureDataOutputSynchronizer(
                dataOutputs: metadataFirst ? [metadata, frames] : [frames, metadata])
            let queue = DispatchQueue(label: "log")
            synchronizer.setDelegate(log, queue: queue)
            session.startRunning()
            // Both outputs have had ten.
            #expect(
                await eventually { session.core.statistics.first?.processedFrames ?? 0 >= 20 })
            session.stopRunning()
            queue.sync {}
            withExtendedLifetime((cameras, synchronizer)) {}
            return log.entries.withLock { $0 }
        }

        @Test func ofAFrameThatWasNotSearchedNothingIsSaid() async throws {
            let failed = try await entries(fails: true, metadataFirst: false)
            #expect(!failed.isEmpty && failed.allSatisfy { $0.count == 1 && $0.hasFrame })
            #expect(failed.allSatisfy { $0.objectCount == nil })
            // The first output says when something is handed out, and has nothing.
            #expect(try await entries(fails: true, metadataFirst: true).isEmpty)
            // Of a frame without codes it is said that there are none.
            let searched = try await entries(fails: false, metadataFirst: true)
            #expect(!searched.isEmpty && searched.allSatisfy { $0.objectCount == 0 })
        }
    }
}
