/// Brings a change of what a stream is opened with to effect.
///
/// - Throws: Why that cannot be; everything is as before then.
typealias StreamChangeHandler = @Sendable () throws(CaptureError) -> Void

/// An input that can be set while it delivers, so that its stream must be opened anew.
protocol AdjustableInput: CaptureInput {
    /// What was asked of it. Setting it tells nobody.
    var configuration: DeviceConfiguration { get set }
    /// What streams are to be opened with. Setting it tells nobody.
    var wantedStream: DeviceConfiguration.Stream { get set }
    /// What its stream was opened with last; nil if there was none.
    var openedStream: DeviceConfiguration.Stream? { get }
    /// Says what to do when somebody sets something that streams are opened with, while there is one.
    func setChangeHandler(_ handler: @escaping StreamChangeHandler)
}

extension AdjustableInput {
    /// Whether its format was set by hand, so that presets do not matter.
    var hasOwnFormat: Bool { wantedStream.format != nil }

    /// Whether its stream was opened with something else than is wanted now.
    var isOutdated: Bool { openedStream.map { $0 != wantedStream } ?? false }
}
