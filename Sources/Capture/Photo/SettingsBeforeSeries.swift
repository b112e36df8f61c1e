import Synchronization

/// How a camera was set as far as a series changes it, and the way back.
struct SettingsBeforeSeries {
    /// In the order in which they are set back: what is automatic hides what was set by hand, so that it comes last.
    private static let exposure: [ControlID] = [
        .exposureAbsolute, .gain, .isoSensitivity, .isoSensitivityAuto, .exposureAuto,
    ]
    private static let focus: [ControlID] = [.focusAbsolute, .focusAuto]

    private let device: CaptureDevice
    private let controls: [ControlID]
    private let configuration: DeviceConfiguration
    private let values: [(id: ControlID, value: Int)]

    init(of device: CaptureDevice, changedBy series: [CaptureBracketedStillSettings]) {
        self.device = device
        controls =
            (series.contains(where: \.setsExposure) ? Self.exposure : [])
            + (series.allSatisfy(\.setsExposure) ? [] : Self.focus) + [.threeALock]
        configuration = device.state.withLock { $0.configuration }
        values = controls.compactMap { id in device.value(of: id).map { (id, $0) } }
    }

    func value(of id: ControlID) -> Int? { values.first { $0.id == id }?.value }

    /// Sets the camera back; what it does not take any more stays as it is, and so does what others have set meanwhile.
    func restore() {
        for (id, value) in values where device.value(of: id) != value {
            try? device.set(id, to: value, followingScene: true)
        }
        device.state.withLock { state in
            for id in controls {
                state.configuration.controls[id] = configuration.controls[id]
                // What is the camera's own stays so, though it was set here.
                guard !configuration.chosenControls.contains(id) else { continue }
                state.configuration.chosenControls.remove(id)
            }
            if state.configuration.metering == nil { state.configuration.metering = configuration.metering }
        }
        device.propertiesChanged()
    }
}
