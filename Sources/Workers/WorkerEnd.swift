import Glibc
package import MetadataOutput

/// The worker's end of channel and area.
package final class WorkerEnd: Sendable {
    private let channel = Channel(descriptor: 3)
    private let area: SharedArea

    /// What the client said first.
    package let orders: WorkerOrders

    /// Takes over what the client has left open, and waits for its orders; nil when it is gone without any.
    ///
    /// - Throws: ``WorkerError/noClient`` if this process was not started by a client.
    package init?() throws {
        guard let area = try? SharedArea(inherited: 4) else { throw WorkerError.noClient }
        self.area = area
        guard case .message(let message) = channel.receive(until: nil), message.kind == .orders else {
            return nil
        }
        orders = try WorkerOrders(from: area, count: message.count)
    }

    /// Says that the worker is ready.
    package func tell(_ description: WorkerDescription) {
        _ = channel.send(.ready, count: description.write(to: area))
    }

    /// Leaves word of which engines are at work.
    package func mark(_ engines: [Engine]) {
        let bits = engines.compactMap(Engine.marked.firstIndex(of:)).reduce(0 as UInt8) {
            $0 | 1 << UInt8($1)
        }
        area.bytes(of: SharedArea.marker, count: 1)[0] = bits
    }

    /// Waits for a question; nil when the client is gone or says what this build does not understand.
    ///
    /// - Parameters:
    ///   - patience: How long nobody may ask before `rest` is called. Default: for ever.
    ///   - rest: What is done then, once; the wait goes on.
    package func nextQuestion(within patience: Duration? = nil, orElse rest: () -> Void = {}) -> Question? {
        var arrival = channel.receive(until: patience.map { .now + $0 })
        if case .timeout = arrival {
            rest()
            arrival = channel.receive(until: nil)
        }
        guard case .message(let message) = arrival, message.kind == .question else { return nil }
        return try? Question(from: area, count: message.count)
    }

    /// The connection that a question announces; nil if none comes.
    package func receiveConnection() -> NetworkConnection? { channel.receiveConnection() }

    /// Answers a question; with an error where the client would not take the answer, because it is too long.
    ///
    /// - Parameter mustRenew: Whether the worker should not be asked again.
    package func answer(_ answer: Answer, to question: Question, mustRenew: Bool) {
        let tooLarge = Answer.failed(PayloadError(.overLimit, "what was found is too much for an answer"))
        let answer = answer.fitting(question)
        send(
            answer.isWithinBounds(of: question) ? [answer, answer.shortened, tooLarge] : [tooLarge],
            question.mostAnswerBytes, mustRenew)
    }

    /// Answers as only an enemy does, without a look at what the client takes; for tests of the client.
    package func answer(unchecked answer: Answer) {
        send([answer], SharedArea.answer.count, false)
    }

    /// Sends the first that has room.
    private func send(_ answers: [Answer], _ most: Int, _ mustRenew: Bool) {
        for answer in answers {
            guard let count = answer.write(to: area, atMost: most, mustRenew: mustRenew) else { continue }
            _ = channel.send(.answer, count: count)
            return
        }
        _ = channel.send(.answer, count: 0)
    }

    /// Sends what is no answer; for tests of the client.
    package func answer(withBytes bytes: [UInt8], count: Int) {
        area.bytes(of: SharedArea.answer, count: bytes.count).copyBytes(from: bytes)
        _ = channel.send(.answer, count: count)
    }
}
