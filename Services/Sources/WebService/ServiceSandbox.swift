import CSandbox

/// The door of a service: behind it there is the network that it listens on, and nothing else.
public enum ServiceSandbox {
    /// The process dies with the thread that started it.
    public static func dieWithParent() { _ = CSandboxDieWithParent() }

    /// Closes every path to this thread and those that it will start, where the kernel can.
    public static func denyFiles() { _ = CSandboxDenyFiles() }

    /// Leaves the process what answering needs: its descriptors, and connections that others make.
    ///
    /// - Parameter connects: Whether it also connects to unix sockets; the kernel cannot tell one from the other.
    /// - Returns: What could not be done; nil if all was.
    public static func enter(connects: Bool) -> String? {
        CSandboxEnterService(connects).map { String(cString: $0) }
    }
}
