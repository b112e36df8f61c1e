import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import Workers

/// What is told while a run goes on: what cameras see, what becomes of them, what is lost, and counts now and then.
extension LiveRun {
    /// Runs `body`; output that cannot be written ends the run.
    func write(_ body: () throws(OutputFailure) -> Void) {
        do { try body() } catch { end.yield(.output(error)) }
    }

    /// The same on a queue of its own, for tasks.
    private func queueWrite(_ body: @escaping @Sendable () throws(OutputFailure) -> Void) async {
        await withCheckedContinuation { continuation in
            writing.async {
                self.write(body)
                continuation.resume()
            }
        }
    }

    /// Tells what happens to the session until it stops, and from its start on also what is seen, in this order.
    func tell(_ events: AsyncStream<CaptureSessionEvent>, _ updates: MetadataUpdates) async {
        await withTaskGroup { group in
            for await event in events {
                switch event {
                case .didStartRunning: group.addTask { await self.tell(updates) }
                case .didStopRunning: return
                default: await queueWrite { () throws(OutputFailure) in try self.tell(event) }
                }
            }
        }
    }

    private func tell(_ updates: MetadataUpdates) async {
        var count = 0
        for await update in updates {
            failureBracket?.note(update)
            await queueWrite { [writer, end] () throws(OutputFailure) in
                if try writer.take(update) { end.yield(.wanted) }
            }
            count += 1
            if count == StartMemory.settledCount { StartMemory.giveBack() }
        }
    }

    private func tell(_ event: CaptureSessionEvent) throws(OutputFailure) {
        switch event {
        case .sourceDidStart(let source, let format):
            let device = session.inputs.lazy.compactMap { $0 as? CaptureDeviceInput }
                .first { $0.sourceName == source }?.device
            try writer.tell(.started, of: source) {
                $0.format = format
                $0.camera = device?.localizedName
                $0.cameraID = device?.uniqueID
            }
        case .wasInterrupted(let reason, let error, let source):
            try writer.tell(.lost, of: source) {
                $0.reason = reason.rawValue
                $0.message = error.message
            }
        case .runtimeError(let error, let source):
            try writer.tell(.lost, of: source) {
                $0.reason = CaptureInterruptionReason(error).rawValue
                $0.message = error.message
            }
        case .frameFailed(let error, let source):
            try writer.tell(.failed, of: source) {
                $0.reason = error.code.rawValue
                $0.message = error.message
            }
        case .didStartRunning, .didStopRunning, .interruptionEnded, .sourceDidEnd: break
        }
    }

    func tellLosses() async {
        for await loss in lossReports {
            await queueWrite { [writer] () throws(OutputFailure) in
                try writer.tell(loss.status) {
                    $0.reason = "\(loss.error.code)"
                    $0.message = loss.error.message
                    $0.clip = loss.clip
                }
            }
        }
    }

    /// Tells the counts now and then.
    func tellStatus() async {
        while !Task.isCancelled {
            guard let interval = writer.settings.statusInterval else {
                // The next configuration may want it.
                try? await Task.sleep(for: .seconds(1))
                continue
            }
            try? await Task.sleep(for: interval)
            if !Task.isCancelled {
                await queueWrite { () throws(OutputFailure) in
                    try self.tellCounts(.running, self.session.statistics)
                }
            }
        }
    }

    func tellCounts(
        _ status: StatusRecord.Status, _ statistics: [CaptureStatistics]
    ) throws(OutputFailure) {
        for statistics in statistics {
            try writer.tell(status, of: statistics.source, counting: statistics) {
                $0.format = statistics.format
            }
        }
    }
}
