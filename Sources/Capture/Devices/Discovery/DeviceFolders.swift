/// Where the system keeps what is known of devices; tests have folders of their own.
struct DeviceFolders: Sendable {
    /// Device nodes.
    var nodes = "/dev"
    /// What the kernel tells of the nodes.
    var classes = "/sys/class/video4linux"
    /// Lamps.
    var lamps = "/sys/class/leds"
}

/// What the device layer works on: the system's calls and folders.
struct DeviceSystem: Sendable {
    var calls: SystemCalls = SystemCall.system
    var folders = DeviceFolders()
}
