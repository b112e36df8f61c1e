import Synchronization

extension CaptureDevice {
    /// The zoom that streams apply themselves.
    var softwareZoom: SoftwareZoom { state.withLock { $0.zoom } }
}
