import MetadataOutput

extension WorkerPool {
    /// Has a worker answer a question.
    ///
    /// - Parameter question: Makes it; its argument is whether no other worker is taken at the moment.
    /// - Throws: `PayloadError`, of the machine, if there is no worker.
    func ask(
        kind: WorkerKind, _ deadline: Duration, _ question: (_ isAlone: Bool) -> Question
    ) throws(PayloadError) -> WorkerProcess.Outcome {
        do throws(WorkerError) {
            var unasked = 0
            while true {
                let worker = try take(kind)
                let outcome = worker.ask(question(isAlone), deadline: deadline)
                guard case .died(let death) = outcome, death.isBeforeQuestion else {
                    put(worker, after: outcome.death)
                    return outcome
                }
                do throws(WorkerError) {
                    try putBack(worker, unasked: &unasked, after: death)
                } catch {
                    // Another's may do better without the library that those of this format load first.
                    guard kind == .standard else { return outcome }
                    throw error
                }
            }
        } catch {
            throw error.payloadError
        }
    }
}
