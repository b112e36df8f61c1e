/// A control as the driver describes it.
struct NodeControl: Equatable {
    var id: ControlID
    /// `V4L2_CTRL_TYPE_…`
    var type: UInt32
    /// `V4L2_CTRL_FLAG_…`
    var flags: UInt32
    /// The driver's name for people.
    var name: String
    var minimum: Int
    var maximum: Int
    var step: Int
    var defaultValue: Int

    /// What its value is; nil for headings, texts and compound values, which have no number.
    var kind: CaptureDevice.Control.Kind? {
        switch type {
        case 1: .integer
        case 2: .boolean
        case 3: .menu
        case 4: .button
        case 8: .bitmask
        case 9: .integerMenu
        default: nil
        }
    }

    /// Whether its value is a rectangle (`V4L2_CTRL_TYPE_RECT`).
    var isRectangle: Bool { type == 0x0107 }

    /// Whether it is not there although it is listed.
    var isDisabled: Bool { flags & 0x1 != 0 }
    var isReadOnly: Bool { flags & 0x4 != 0 }
    /// Whether it has no effect at present, such as an exposure time while exposure is automatic.
    var isInactive: Bool { flags & 0x10 != 0 }
    var isWriteOnly: Bool { flags & 0x40 != 0 }
    /// Whether the camera changes it by itself.
    var isVolatile: Bool { flags & 0x80 != 0 }
}

/// One entry of a menu.
struct NodeMenuItem: Equatable {
    /// The control's value for it.
    var index: Int
    var name: String
    /// The entry's number, in a menu of numbers.
    var number: Int?
}
