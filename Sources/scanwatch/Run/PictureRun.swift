import Capture
import Glibc
import MetadataOutput
import Workers

/// One call of the tool over its pictures: hands each to every consumer and sums up an exit status.
struct PictureRun {
    private(set) var status = ExitStatus.nothingFound

    /// Hands every picture to `consumers`, in the order they are given; fewer if the task is cancelled. A consumer
    /// that cannot write ends the process: nobody waits for what is still being searched.
    ///
    /// - Parameter file: Where records go, if that is a file; may have some of an earlier run.
    mutating func hand(
        _ pictures: any AsyncSequence<PictureUpdate, Never> & Sendable, to consumers: [any PictureConsumer],
        file: RecordFile?
    ) async {
        var earlier = file
        var count = 0
        do {
            for await picture in pictures {
                takeEarlier(from: &earlier, consumers)
                if case .failure(let error) = picture.result, error.isOfMachine {
                    end(at: picture, because: error, consumers, file)
                }
                try take(picture.withWayOut, consumers)
                if consumers.contains(where: \.hasEnough) { break }
                count += 1
                if count == StartMemory.settledCount { StartMemory.giveBack() }
            }
            takeEarlier(from: &earlier, consumers)
            for consumer in consumers { try consumer.finish() }
        } catch {
            for consumer in consumers { consumer.discard() }
            end(because: error)
        }
    }

    private mutating func take(
        _ picture: PictureUpdate, _ consumers: [any PictureConsumer]
    ) throws(OutputFailure) {
        // Counts also where somebody cannot write it.
        defer { status.take(picture.result, isTold: consumers.allSatisfy(\.hasFound)) }
        for consumer in consumers { try consumer.take(picture) }
    }

    /// Takes into account, once, what an earlier run did: known when the first picture after that comes.
    private mutating func takeEarlier(from file: inout RecordFile?, _ consumers: [any PictureConsumer]) {
        guard let counts = file?.earlierCounts else { return }
        file = nil
        status.take(counts)
        for consumer in consumers { consumer.resume(after: counts) }
    }

    /// Says what is wrong with an input that is no picture, and counts it as one that failed.
    mutating func noteFailedInput(_ message: String) {
        StandardStreams.complain(message)
        status = .someInputFailed
    }

    /// Ends the process at a picture that the machine has no means for: it would soon be said of all that follow. What was written
    /// before stands, and a file can be continued.
    private func end(
        at picture: PictureUpdate, because error: PayloadError, _ consumers: [any PictureConsumer],
        _ file: RecordFile?
    ) -> Never {
        for consumer in consumers { consumer.discard() }
        StatusLine.close()
        let name = String(decoding: picture.source.bytes, as: UTF8.self)
        StandardStreams.complain("the run ends at \(name): \(error.message)")
        try? file?.leave()
        Interruption.endIfInterrupted()
        // As after a failure to write.
        _exit(ExitStatus.unavailable.rawValue)
    }

    /// Ends the process; a reader that has gone is no error.
    func end(because failure: OutputFailure) -> Never { failure.endProcess(with: status) }
}

extension OutputFailure {
    /// Ends the process; a reader that has gone is no error.
    ///
    /// - Parameter status: What there was to say of the run.
    func endProcess(with status: ExitStatus) -> Never {
        var status = status
        StatusLine.close()
        if case .system(let message) = self {
            StandardStreams.complain("cannot write: \(message)")
            status = .cannotWrite
        }
        Interruption.endIfInterrupted()
        // Pictures are still being searched on other threads; destructors of what they use must not run.
        _exit(status.rawValue)
    }
}
