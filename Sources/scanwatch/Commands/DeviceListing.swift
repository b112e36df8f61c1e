import Capture

/// What `scanwatch devices` says of a camera.
struct DeviceListing: Encodable {
    struct Format: Encodable {
        let pixelFormat: String
        let width: Int
        let height: Int
        /// Least and greatest of each range of rates, frames a second.
        let rates: [[Double]]
    }

    struct Control: Encodable {
        let name: String
        let label: String
        let kind: String
        let minimum: Int
        let maximum: Int
        let step: Int
        let defaultValue: Int
        let value: Int?
        let menu: [MenuItem]?
        let readOnly: Bool
        let inactive: Bool
        let property: String?
    }

    struct MenuItem: Encodable {
        let value: Int
        let name: String
    }

    let path: String
    let id: String
    let name: String
    let modelID: String?
    let manufacturer: String?
    let authorized: Bool
    /// What to do about it if it may not be used.
    let advice: String?
    /// Whether another program watches it.
    let inUse: Bool
    let formats: [Format]
    let controls: [Control]

    init(_ device: CaptureDevice) {
        path = device.path
        id = device.uniqueID
        name = device.localizedName
        modelID = device.modelID
        manufacturer = device.manufacturer
        authorized = device.authorizationStatus == .authorized
        advice = device.authorizationAdvice
        inUse = device.isInUseByAnotherApplication
        formats = device.formats.map { format in
            Format(
                pixelFormat: format.pixelFormat.name, width: format.width, height: format.height,
                rates: format.videoSupportedFrameRateRanges.map { range in
                    [range.minFrameRate, range.maxFrameRate].map { ($0 * 1000).rounded() / 1000 }
                })
        }
        controls = device.controls.map { control in
            Control(
                name: control.name, label: control.localizedName, kind: control.kind.rawValue,
                minimum: control.minimum, maximum: control.maximum, step: control.step,
                defaultValue: control.defaultValue, value: control.value,
                menu: control.menu.isEmpty
                    ? nil : control.menu.map { MenuItem(value: $0.value, name: $0.name) },
                readOnly: control.isReadOnly, inactive: control.isInactive, property: control.property)
        }
    }
}
