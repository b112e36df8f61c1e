import MetadataOutput
import Synchronization

extension CaptureDevice {
    /// A control as the driver describes it now, or nil if the camera does not have it.
    func control(_ id: ControlID) -> NodeControl? {
        guard let control = try? openNode().control(id), !control.isDisabled, control.kind != nil else {
            return nil
        }
        return control
    }

    /// A control's value, or nil if there is none to read.
    func value(of id: ControlID) -> Int? {
        guard let control = control(id), !control.isWriteOnly else { return nil }
        return try? openNode().value(of: id)
    }

    /// The values of a control's menu.
    func menu(of id: ControlID) -> [NodeMenuItem] {
        guard let control = control(id) else { return [] }
        return (try? openNode().menu(of: control)) ?? []
    }

    /// Sets a control, to the nearest value on its steps.
    ///
    /// - Parameter followingScene: Whether it is set because what the camera sees has changed, and not because somebody
    ///   wants the picture otherwise.
    func set(_ id: ControlID, to value: Int, followingScene: Bool = false) throws(CaptureError) {
        let node = try openNode()
        guard let control = control(id), !control.isReadOnly else {
            throw unsupported(id.property ?? "control \(id.rawValue)")
        }
        guard
            control.kind == .button
                || (control.minimum...max(control.minimum, control.maximum)).contains(value)
        else {
            throw CaptureError(
                .unsupported,
                "\(title): \(control.name) cannot be \(value), only \(control.minimum) to \(control.maximum)")
        }
        let step = max(1, control.step)
        let steps = control.kind == .integer ? (value - control.minimum + step / 2) / step : nil
        let stepped = steps.map { min(control.maximum, control.minimum + $0 * step) } ?? value
        if !followingScene { disturbSubjectArea() }
        try asking { () throws(SystemFailure) in try node.setValue(stepped, of: id) }
        state.withLock { state in
            if control.kind != .button {
                state.configuration.controls[id] = stepped
                state.configuration.chosenControls.insert(id)
            }
            state.lastSet = MonotonicClock.now
        }
        propertiesChanged()
    }

    /// What to throw where the camera has no such property.
    func unsupported(_ property: String) -> CaptureError {
        CaptureError(.unsupported, "\(title) has no \(property)")
    }

    /// What to throw where the camera has the property, but not with this value.
    func outOfRange(_ property: String, _ range: String) -> CaptureError {
        CaptureError(.unsupported, "\(title): \(property) must be \(range)")
    }
}

extension NodeControl {
    /// Where a value lies in the control's range, 0…1.
    func share(of value: Int) -> Double {
        maximum > minimum ? Double(value - minimum) / Double(maximum - minimum) : 0
    }

    /// The value at a share of the control's range, 0…1.
    func value(share: Double) -> Int {
        minimum + Int((share * Double(maximum - minimum)).rounded())
    }
}
