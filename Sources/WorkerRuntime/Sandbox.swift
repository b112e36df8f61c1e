import CSandbox
import MetadataOutput
import Workers

/// The door of a worker.
package enum Sandbox {
    /// Why it could not be closed.
    package struct Failure: Error {
        package let message: String
    }

    /// Has this process die with the thread that started it; call first of all.
    package static func dieWithParent() throws(Failure) {
        guard CSandboxDieWithParent() == 0 else {
            throw Failure(message: "the death of the parent cannot be followed")
        }
    }

    /// Has ps and top call this process what its client has called it: the kernel takes the name of the file, which is a
    /// descriptor's number.
    package static func takeName() {
        guard let path = ProcessArguments.name else { return }
        CSandboxName(String(path[path.utf8.nameStart...]))
    }

    /// Keeps freed memory, up to 32 MB, for the next frame.
    package static func keepFreedMemory() { CSandboxKeepFreedMemory() }

    /// Gives back what is kept: a large picture among small ones leaves memory that none of them needs.
    package static func giveBackFreedMemory() { CSandboxGiveBackFreedMemory() }

    /// Closes the door: from now on this process computes, talks over the descriptors it has, and can do nothing else.
    ///
    /// - Parameters:
    ///   - memoryBytes: Most private memory.
    ///   - processorSeconds: Most processor time in its life.
    ///   - converses: Whether it speaks over connections that it is handed. Default: not.
    package static func enter(
        memoryBytes: Int, processorSeconds: Int, converses: Bool = false
    ) throws(Failure) {
        if let problem = CSandboxEnter(UInt64(memoryBytes), UInt64(processorSeconds), converses) {
            throw Failure(message: String(cString: problem))
        }
    }
}
