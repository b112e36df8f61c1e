extension CaptureDevice {
    /// Something of a camera that has a number: the driver's own controls, all of them, also those that no Apple
    /// property stands for.
    public struct Control: Sendable, Hashable {
        /// What a control's value means.
        public enum Kind: String, Sendable, Hashable {
            /// A number on the driver's own scale.
            case integer
            /// 0 or 1.
            case boolean
            /// One of ``Control/menu``.
            case menu
            /// One of ``Control/menu``, whose names are numbers.
            case integerMenu
            /// A bit for each of several things.
            case bitmask
            /// Does something when it is set, whatever the value.
            case button
        }

        /// One entry of a menu.
        public struct MenuItem: Sendable, Hashable {
            /// The control's value for it.
            public let value: Int
            /// The driver's name for it.
            public let name: String
        }

        /// Its name in small letters and underscores, as `v4l2-ctl` writes it: `exposure_time_absolute`.
        public let name: String
        /// The driver's name for people: `Exposure Time, Absolute`.
        public let localizedName: String
        /// What its value means.
        public let kind: Kind
        /// The least value.
        public let minimum: Int
        /// The greatest value.
        public let maximum: Int
        /// Values are this far apart, from the minimum.
        public let step: Int
        /// The driver's default.
        public let defaultValue: Int
        /// The value now; nil where it cannot be read.
        public let value: Int?
        /// The values of a menu.
        public let menu: [MenuItem]
        /// Whether it cannot be set.
        public let isReadOnly: Bool
        /// Whether it has no effect at present, because something automatic is on.
        public let isInactive: Bool
        /// The Apple property that it serves, if any: `lensPosition`.
        public let property: String?
        let id: ControlID
    }

    /// The camera's controls, in the driver's order; empty if it cannot be asked.
    public var controls: [Control] {
        guard let node = try? openNode() else { return [] }
        return node.controls().compactMap { Control($0, of: node) }
    }

    /// Sets a control.
    ///
    /// - Parameters:
    ///   - name: Its ``Control/name``.
    ///   - text: A number, or an entry of its menu, or `on`, `off`.
    /// - Throws: ``CaptureError/Code/unsupported`` if there is no such control or value, or it cannot be set;
    ///   ``CaptureError/Code/notLockedForConfiguration`` without a lock.
    public func setControl(_ name: String, to text: String) throws(CaptureError) {
        try checkLock()
        let controls = controls
        guard let control = controls.first(where: { $0.name == name }) else {
            let names = controls.filter { !$0.isReadOnly }.map(\.name).joined(separator: ", ")
            throw CaptureError(.unsupported, "\(title) has no control '\(name)'; it has: \(names)")
        }
        guard let value = control.value(of: text) else {
            throw CaptureError(.unsupported, "\(title): \(name) cannot be '\(text)', only \(control.choices)")
        }
        try set(control.id, to: value)
    }
}

extension CaptureDevice.Control {
    init?(_ control: NodeControl, of node: VideoNode) {
        guard let kind = control.kind, !control.isDisabled else { return nil }
        name = control.name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
            .joined(separator: "_")
        localizedName = control.name
        self.kind = kind
        (minimum, maximum, step) = (control.minimum, control.maximum, control.step)
        defaultValue = control.defaultValue
        value = control.isWriteOnly ? nil : try? node.value(of: control.id)
        menu = node.menu(of: control).map { MenuItem(value: $0.index, name: $0.name) }
        isReadOnly = control.isReadOnly
        isInactive = control.isInactive
        property = control.id.property
        id = control.id
    }

    /// The value that a person means, or nil if the control cannot have it.
    func value(of text: String) -> Int? {
        let named = menu.first { $0.name.lowercased() == text.lowercased() }?.value
        let words = kind == .boolean ? ["off": 0, "false": 0, "on": 1, "true": 1] : [:]
        guard let value = named ?? words[text.lowercased()] ?? Int(text) else { return nil }
        switch kind {
        case .button: return value
        case .menu, .integerMenu: return menu.contains { $0.value == value } ? value : nil
        case .boolean, .integer, .bitmask:
            return (minimum...max(minimum, maximum)).contains(value) ? value : nil
        }
    }

    /// The values it can have, for a message.
    var choices: String {
        switch kind {
        case .menu, .integerMenu: menu.map { "\($0.value) (\($0.name))" }.joined(separator: ", ")
        case .boolean: "on, off"
        case .button: "1"
        case .integer, .bitmask: "\(minimum) to \(maximum)"
        }
    }
}
