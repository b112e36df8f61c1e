/// What commands print that write no records. `print` would not say that nobody has it.
enum StandardOutput {
    /// Prints lines; the process ends with what is wrong if they cannot all be written. A reader that has gone is no error.
    static func print(_ lines: [String]) {
        print(lines.map { $0 + "\n" }.joined(), terminator: "")
    }

    /// The same of a text.
    static func print(_ text: String, terminator: String = "\n") {
        do throws(OutputFailure) {
            try OutputDescriptor.ofStandardOutput().write(Array((text + terminator).utf8))
        } catch {
            if case .system = error { error.endProcess(with: .cannotWrite) }
        }
    }
}
