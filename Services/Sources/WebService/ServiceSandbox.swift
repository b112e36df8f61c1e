import CSandbox

/// The door of a service: behind it there is the network that it listens on, and nothing else.
public enum ServiceSandbox {
    /// The process dies with the thread that started it.
    public static func dieWithParent() { _ = CSandboxDieWithParent() }

    /// Closes every path to this thread and those that it will start, where the kernel can.
    public static func denyFiles() { _ = CSandboxDenyFiles() }

    /// Leaves the process what answering needs: its descriptors, connections that others make, sockets of this machine.
    ///
    /// - Returns: What could not be done; nil if all was.
    public static func enter() -> String? { CSandboxEnterService().map { String(cString: $0) } }
}
