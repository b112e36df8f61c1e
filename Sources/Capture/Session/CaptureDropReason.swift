/// Why a frame was not delivered.
///
/// The first three are AVFoundation's (`kCMSampleBufferDroppedFrameReason_…`).
public enum CaptureDropReason: String, Sendable, Hashable, CaseIterable {
    /// A newer frame came before this one could be taken.
    case late
    /// The driver had no buffer left to put it in.
    case outOfBuffers
    /// The source's own numbers have a gap: the driver or the bus lost frames. Or nobody took them, because the stream
    /// was opened anew with other settings.
    case discontinuity
    /// The buffer was marked as damaged, or its picture is cut short.
    case corrupted
    /// It could not be searched: whatever searches is not to be had, or died of it.
    case failed
}
