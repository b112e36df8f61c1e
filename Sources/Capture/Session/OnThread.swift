import Foundation

/// Runs blocking work on a thread of its own, so that no thread of Swift's pool waits.
func onThread<R: Sendable>(
    _ work: @escaping @Sendable () throws(CaptureError) -> R
) async throws(CaptureError) -> R {
    let result = await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: Result { () throws(CaptureError) in try work() }) }.start()
    }
    return try result.get()
}
