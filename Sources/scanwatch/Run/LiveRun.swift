import Capture
import Foundation
import MetadataOutput
import MetadataRecords

/// A camera watched: a record of every frame with something in view and one when it is gone, until the camera or the reader goes.
struct LiveRun: Sendable {
    let input: CaptureDeviceInput
    let output: CaptureMetadataOutput
    let format: any RecordFormat

    /// Watches, on a thread of its own, and says how the run ended.
    func run() async -> ExitStatus {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: watch()) }.start()
        }
    }

    private func watch() -> ExitStatus {
        var status = ExitStatus.nothingFound
        do {
            let sink = try RecordSink()
            try sink.write(format.header)
            let stream = try input.openStream(preset: .high)
            defer { stream.close() }
            StandardStreams.complain("\(input.sourceName): \(stream.formatDescription)")
            let sequence = output.makeSequence()
            var isInView = false
            for index in 0... {
                guard let frame = try stream.nextFrame(timeout: .seconds(10)) else { continue }
                let result = Result { () throws(PayloadError) in
                    sequence.update(for: try output.search(frame.payload, time: frame.time))
                }
                status.take(result)
                let wasInView = isInView
                if case .success(let update) = result { isInView = !update.objects.isEmpty }
                guard isInView || wasInView else { continue }
                let record = Record(
                    source: Array(input.sourceName.utf8), index: index, time: frame.time, result: result)
                try sink.write(format.lines(for: record))
            }
        } catch let error as CaptureError {
            StandardStreams.complain(error.message)
            return ExitStatus.unavailable
        } catch OutputFailure.closedPipe {
            return status
        } catch {
            StandardStreams.complain("cannot write: \(error)")
            return .cannotWrite
        }
        return status
    }
}
