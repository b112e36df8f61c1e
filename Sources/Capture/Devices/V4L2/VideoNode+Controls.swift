import CVideo4Linux

/// A node's controls: what there are, their values, and news of them.
extension VideoNode {
    /// All controls, in the order of their identifiers.
    func controls() -> [NodeControl] {
        var last: UInt32 = 0
        return (0..<Self.mostEntries).firstValues { _ in
            let next = ControlID(rawValue: last | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL))
            guard let control = try? control(next), control.id.rawValue > last else { return nil }
            last = control.id.rawValue
            return control
        }
    }

    /// One control; EINVAL if there is none.
    func control(_ id: ControlID) throws(SystemFailure) -> NodeControl {
        var entry = v4l2_query_ext_ctrl()
        entry.id = id.rawValue
        try request("VIDIOC_QUERY_EXT_CTRL", CVideo4LinuxQueryControl, &entry)
        return NodeControl(
            id: ControlID(rawValue: entry.id), type: entry.type, flags: entry.flags,
            name: Self.text(entry.name),
            minimum: Int(entry.minimum), maximum: Int(entry.maximum), step: Int(clamping: entry.step),
            defaultValue: Int(entry.default_value))
    }

    /// The entries of a menu by value; of a menu of numbers each entry's number.
    func menu(of control: NodeControl) -> [NodeMenuItem] {
        guard control.kind == .menu || control.kind == .integerMenu,
            control.minimum >= 0, control.minimum <= control.maximum,
            control.maximum - control.minimum < Int(Self.mostEntries)
        else { return [] }
        return (control.minimum...control.maximum).compactMap { index in
            var entry = v4l2_querymenu()
            entry.id = control.id.rawValue
            entry.index = UInt32(index)
            // Entries that a camera does not have are left out by an error.
            guard (try? request("VIDIOC_QUERYMENU", CVideo4LinuxQueryMenu, &entry)) != nil else { return nil }
            let isNumber = control.kind == .integerMenu
            return NodeMenuItem(
                index: index, name: isNumber ? String(entry.value) : Self.text(entry.name),
                number: isNumber ? Int(entry.value) : nil)
        }
    }

    func value(of control: ControlID) throws(SystemFailure) -> Int {
        var entry = v4l2_control(id: control.rawValue, value: 0)
        try request("VIDIOC_G_CTRL", CVideo4LinuxGetControl, &entry)
        return Int(entry.value)
    }

    func setValue(_ value: Int, of control: ControlID) throws(SystemFailure) {
        var entry = v4l2_control(id: control.rawValue, value: Int32(clamping: value))
        try request("VIDIOC_S_CTRL", CVideo4LinuxSetControl, &entry)
    }

    /// Which of a control's rectangles is meant (`V4L2_CTRL_WHICH_…`).
    enum RectangleKind: UInt32 {
        case current = 0
        case least = 0x0f02_0000
        case greatest = 0x0f03_0000
    }

    func rectangle(_ kind: RectangleKind, of control: ControlID) throws(SystemFailure) -> NodeRectangle {
        var argument = CVideo4LinuxRectangle()
        try request("VIDIOC_G_EXT_CTRLS", CVideo4LinuxGetControls, &argument) {
            CVideo4LinuxPrepare($0, kind.rawValue, control.rawValue)
        }
        let value = argument.value
        return NodeRectangle(
            left: Int(value.left), top: Int(value.top), width: Int(value.width), height: Int(value.height))
    }

    func setRectangle(_ rectangle: NodeRectangle, of control: ControlID) throws(SystemFailure) {
        var argument = CVideo4LinuxRectangle()
        argument.value = v4l2_rect(
            left: Int32(clamping: rectangle.left), top: Int32(clamping: rectangle.top),
            width: UInt32(clamping: rectangle.width), height: UInt32(clamping: rectangle.height))
        try request("VIDIOC_S_EXT_CTRLS", CVideo4LinuxSetControls, &argument) {
            CVideo4LinuxPrepare($0, RectangleKind.current.rawValue, control.rawValue)
        }
    }

    /// Has ``nextEvents(milliseconds:)`` tell of a control.
    func subscribe(to control: ControlID) throws(SystemFailure) {
        var wanted = v4l2_event_subscription()
        (wanted.type, wanted.id) = (UInt32(V4L2_EVENT_CTRL), control.rawValue)
        try request("VIDIOC_SUBSCRIBE_EVENT", CVideo4LinuxSubscribeEvent, &wanted)
    }

    /// Waits for events and takes all there are; false if none came in time.
    func nextEvents(milliseconds: Int32) throws(SystemFailure) -> Bool {
        let answer = system(.pollEvents(file, milliseconds: milliseconds))
        guard answer >= 0 else { throw SystemFailure(operation: "poll", number: Int32(-answer)) }
        var event = v4l2_event()
        // The first is asked for without a look at what poll said: an error there is the reason to give.
        if answer > 0 { try request("VIDIOC_DQEVENT", CVideo4LinuxDequeueEvent, &event) }
        while event.pending > 0 { try request("VIDIOC_DQEVENT", CVideo4LinuxDequeueEvent, &event) }
        return answer > 0
    }
}
