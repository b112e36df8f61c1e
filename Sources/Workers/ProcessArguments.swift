import CArguments

/// What this process was called with.
package enum ProcessArguments {
    /// How many arguments there are, the program's name among them.
    package static var count: Int { Int(CArgumentsCount()) }

    /// Each as a string of C's, and nil after the last; the process's own.
    package static var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { CArgumentsWords() }

    /// The name by which the program was called.
    package static var name: String? { words[0].map { String(cString: $0) } }
}
