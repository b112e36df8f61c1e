import ArgumentParser
import Capture
import Glibc

/// The files that a run over pictures writes. None may be one that it reads: that is found out before it reads anything.
struct WrittenFiles {
    /// Every name that is written under, also for a time.
    private var names: [(option: String, path: [UInt8])] = []
    private var drawings: String?

    init(output: OutputOptions, looks: LookOptions?) {
        drawings = looks?.annotate
        for (option, path, endings) in [
            ("--output", output.output, ["", ".part", ".part.journal"]),
            ("--report", looks?.report, ["", ".part"]),
        ] {
            guard let path else { continue }
            let bytes = RawArguments.bytes(of: path)
            // Who opens it says why a link is not followed.
            let target = (try? FilePlace.target(of: bytes)) ?? bytes
            names += endings.map { (option, target + Array($0.utf8)) }
        }
    }

    /// Takes no picture's place either, whether it is an input or not: lists and folders would have to be gone through to
    /// know.
    ///
    /// - Parameters:
    ///   - reads: What the run reads, as it was named; `-` is standard input.
    ///   - filter: Which files in folders are inputs.
    /// - Throws: `ValidationError`
    func check(against reads: [String], filter: PictureFilter) throws {
        let output = Self.file(STDOUT_FILENO)
        guard !names.isEmpty || drawings != nil || output != nil else { return }
        try checkNames()
        let sources = reads.map { PictureSource(argument: RawArguments.bytes(of: $0)) }
        let inputs = Set(sources.compactMap(Self.identity))
        if let output, inputs.contains(output) {
            throw ValidationError("Standard output is one of the files that are read.")
        }
        for (option, path) in names {
            let name = String(decoding: path, as: UTF8.self)
            if let file = FileIdentity(of: path), inputs.contains(file) {
                throw ValidationError("\(option) would overwrite '\(name)', which is read.")
            }
            let isInput =
                PictureFilter().asks(for: path)
                || filter.asks(for: path) && Self.isBelow(path, folders: inputs)
            guard !isInput else {
                throw ValidationError("\(option) would overwrite the picture '\(name)'.")
            }
        }
        guard let drawings else { return }
        for case .file(let path) in sources where !path.isEmpty {
            let place = [RawArguments.bytes(of: drawings)] + AnnotationName.place(of: .file(path))
            let drawing = Array(place.joined(separator: [UInt8(ascii: "/")]))
            if let file = FileIdentity(of: drawing), inputs.contains(file) {
                throw ValidationError(
                    "--annotate would overwrite '\(String(decoding: drawing, as: UTF8.self))', which is read."
                )
            }
        }
    }

    /// - Throws: `ValidationError` if two options name the same file.
    private func checkNames() throws {
        var options: [Place: String] = [:]
        for (option, path) in names {
            let (folder, name) = FilePlace.split(path)
            // Where there is no folder, nothing is written.
            guard let folder = FileIdentity(of: folder) else { continue }
            let other = options.updateValue(option, forKey: Place(folder: folder, name: name))
            if let other, other != option {
                throw ValidationError("\(other) and \(option) cannot write to the same file.")
            }
        }
    }

    private struct Place: Hashable {
        let folder: FileIdentity
        let name: [UInt8]
    }

    private static func identity(of source: PictureSource) -> FileIdentity? {
        switch source {
        case .standardInput: file(STDIN_FILENO)
        case .file(let path), .member(let path): FileIdentity(of: path)
        }
    }

    /// The file that a descriptor is of; nil of a pipe, a terminal or a device.
    private static func file(_ descriptor: Int32) -> FileIdentity? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileIdentity(status)
    }

    /// Whether a file lies in one of these folders or in folders in them.
    private static func isBelow(_ path: [UInt8], folders: Set<FileIdentity>) -> Bool {
        var folder = FilePlace.split(path).folder
        while let identity = FileIdentity(of: folder) {
            if folders.contains(identity) { return true }
            folder += Array("/..".utf8)
            // The root is above itself.
            if FileIdentity(of: folder) == identity { return false }
        }
        return false
    }
}
