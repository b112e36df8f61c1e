import Synchronization

extension CaptureDevice {
    /// Takes over what was asked of an earlier plugging-in of the same camera, but for what was asked of this one
    /// since it was plugged in.
    func takeConfiguration(of earlier: CaptureDevice) {
        let (old, isTorchAutomatic) = earlier.state.withLock { ($0.configuration, $0.automaticTorch != nil) }
        state.withLock { state in
            let own = state.configuration
            let isNew = (stream: own.stream == .init(), zoom: own.zoom == .init())
            state.configuration.stream = isNew.stream ? old.stream : own.stream
            state.configuration.controls = old.controls.merging(own.controls) { $1 }
            state.configuration.chosenControls = old.chosenControls.union(own.chosenControls)
            state.configuration.zoom = isNew.zoom ? old.zoom : own.zoom
            state.configuration.torch = own.torch ?? old.torch
            if isTorchAutomatic, state.torchLevel == 0 { state.automaticTorch = AutomaticTorch() }
            state.configuration.watchesSubjectArea = own.watchesSubjectArea || old.watchesSubjectArea
            state.configuration.region = own.region ?? old.region
            if own.focusPoint == nil, own.controls[.focusAuto] == nil {
                state.configuration.focusPoint = old.focusPoint
                state.configuration.focusesForFaces = old.focusesForFaces
            }
            if own.regionFollowsFaces.isEmpty {
                state.configuration.regionFollowsFaces = old.regionFollowsFaces
            }
            // Who has said nothing of exposure wants what was.
            guard own.metering == nil, own.exposurePoint == nil, own.controls[.exposureAuto] == nil else {
                return
            }
            state.configuration.exposurePoint = old.exposurePoint
            state.configuration.exposesForFaces = old.exposesForFaces
            state.configuration.exposureBias = old.exposureBias
            state.configuration.metering = old.metering
        }
    }

    /// Gives the camera the values it had, if it does not have them, checks that it took those that somebody chose, and notes
    /// those that it has now for the next time.
    ///
    /// - Throws: ``CaptureError/Code/deviceFailed`` if it has another value afterwards than was chosen.
    func restoreSettings() throws(CaptureError) {
        let node = try openNode()
        try restoreRegion()
        let (settings, chosen) = state.withLock { state in
            (state.configuration.controls, state.configuration.chosenControls)
        }
        // What is automatic comes first: the values behind it can be set only when it is off.
        let order = settings.sorted { first, second in
            let ranks = (first.key.isMode ? 0 : 1, second.key.isMode ? 0 : 1)
            return ranks.0 == ranks.1 ? first.key.rawValue < second.key.rawValue : ranks.0 < ranks.1
        }
        for (id, value) in order where (try? node.value(of: id)) != value {
            guard let control = try? node.control(id), !control.isInactive else { continue }
            guard chosen.contains(id) else {
                // The camera's own, as its gain while it exposes by itself: it may refuse that, or change it at once.
                try? node.setValue(value, of: id)
                continue
            }
            try asking { () throws(SystemFailure) in try node.setValue(value, of: id) }
            let now = try asking { () throws(SystemFailure) in try node.value(of: id) }
            guard now == value || control.isVolatile else {
                throw CaptureError(
                    .deviceFailed,
                    "\(title) did not take its settings back: \(control.name) is \(now), not \(value)")
            }
        }
        for control in node.controls() where control.isSetting {
            let value = try? node.value(of: control.id)
            state.withLock { if let value { $0.configuration.controls[control.id] = value } }
        }
    }
}

extension ControlID {
    /// Whether it decides which other controls can be set.
    fileprivate var isMode: Bool {
        [.exposureAuto, .focusAuto, .autoWhiteBalance, .isoSensitivityAuto].contains(self)
    }
}

extension NodeControl {
    /// Whether its value is somebody's choice that stays until the camera is unplugged.
    fileprivate var isSetting: Bool {
        kind != nil && kind != .button && !isDisabled && !isReadOnly && !isWriteOnly && !isVolatile
            && !isInactive
    }
}
