import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import Workers

/// What is told while a run goes on: what cameras see, what becomes of them, what is lost, and counts now and then.
extension LiveRun {
    /// Tells what happens to the session until it stops, and from its start on also what is seen, in this order.
    func tell(_ events: AsyncStream<CaptureSessionEvent>, _ updates: MetadataUpdates) async {
        await withTaskGroup { group in
            for await event in events {
                switch event {
                case .didStartRunning: group.addTask { await self.tell(updates) }
                case .didStopRunning: return
                default: tell(event)
                }
            }
        }
    }

    private func tell(_ updates: MetadataUpdates) async {
        var count = 0
        for await update in updates {
            failureBracket?.note(update)
            if await writer.take(update) { end.yield() }
            sceneEnds.note(update, grace: settings.value.policy.gracePeriod)
            count += 1
            if count == StartMemory.settledCount { StartMemory.giveBack() }
        }
    }

    private func tell(_ event: CaptureSessionEvent) {
        switch event {
        case .sourceDidStart(let source, let format):
            let input = session.inputs.first { $0.sourceName == source }
            writer.tell(.started, of: source) {
                $0.format = format
                $0.camera = input?.camera?.localizedName
                $0.cameraID = input?.camera?.uniqueID
                if let camera = input as? CaptureNetworkCameraInput, camera.address.description != source {
                    $0.cameraID = camera.address.description
                }
            }
        case .wasInterrupted(let reason, let error, let source):
            writer.tell(.lost, of: source) {
                $0.reason = reason.rawValue
                $0.message = error.message
            }
        case .runtimeError(let error, let source):
            writer.tell(.lost, of: source) {
                $0.reason = CaptureInterruptionReason(error).rawValue
                $0.message = error.message
            }
        case .frameFailed(let error, let source):
            writer.tell(.failed, of: source) {
                $0.reason = error.code.rawValue
                $0.message = error.message
            }
        case .didStartRunning, .didStopRunning, .interruptionEnded, .sourceDidEnd: break
        }
    }

    func tellLosses() async {
        for await loss in lossReports {
            switch loss {
            case .pictures(.failed(let error, let pictures)):
                writer.tell(.picturesFailed) {
                    $0.note(error)
                    $0.pictures = pictures
                }
            case .pictures(.returned(let missing)): writer.tell(.picturesReturned) { $0.missing = missing }
            case .clip(let failure):
                writer.tell(.clipsFailed, of: failure.source) {
                    $0.note(failure.error)
                    $0.clip = failure.clip
                }
            }
        }
    }

    /// Tells the counts now and then.
    func tellStatus() async {
        // The configuration may come to want them, or want them at other times.
        let longestSleep = Duration.seconds(1)
        var last = ContinuousClock.now
        while !Task.isCancelled {
            guard let interval = settings.value.statusInterval else {
                last = .now
                try? await Task.sleep(for: longestSleep)
                continue
            }
            let rest = last + interval - .now
            if rest > .zero {
                try? await Task.sleep(for: min(rest, longestSleep))
            } else {
                last = .now
                let statistics = session.statistics
                tellCounts(.running, statistics) { name in statistics.first { $0.source == name }?.format }
            }
        }
    }

    /// - Parameter format: What a source delivers.
    func tellCounts(
        _ status: StatusRecord.Status, _ statistics: [CaptureStatistics], format: (String) -> String?
    ) {
        for statistics in statistics {
            writer.tell(status, of: statistics.source, counting: statistics) {
                $0.format = format(statistics.source)
            }
        }
    }
}

extension StatusRecord {
    fileprivate mutating func note(_ error: CaptureError) {
        (reason, message) = ("\(error.code)", error.message)
    }
}
