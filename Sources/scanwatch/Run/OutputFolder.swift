import Glibc

/// A folder that files are written into, and never beside it whatever they are called.
final class OutputFolder {
    private let path: [UInt8]
    private let descriptor: Int32
    /// No other run writes under this name at the same time, on whichever machine.
    private let temporaryName = Array(
        ".scanwatch-\(String(UInt64.random(in: .min ... .max), radix: 16)).part".utf8)

    /// Opens a folder, making it and those on the way to it if need be.
    init(path: [UInt8]) throws(OutputFailure) {
        for end in path.indices.dropFirst() where path[end] == UInt8(ascii: "/") {
            mkdir(Array(path[..<end]).cString, 0o777)
        }
        mkdir(path.cString, 0o777)
        descriptor = open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofSystem().about(path) }
        self.path = path
    }

    deinit { close(descriptor) }

    /// Writes a file, in place of one that may be there.
    ///
    /// - Parameter place: The names of folders, which are made if need be, and of the file. A folder's name that
    ///   is a link here is not followed.
    func write(_ bytes: [UInt8], to place: [[UInt8]]) throws(OutputFailure) {
        do throws(OutputFailure) {
            guard let name = place.last else { return }
            var folder = try OpenFolder(name: Array(".".utf8), in: descriptor)
            for name in place.dropLast() { folder = try OpenFolder(name: name, in: folder.descriptor) }
            let file = try ReplacingFile(name: name, temporaryName: temporaryName, in: folder.descriptor)
            do throws(OutputFailure) {
                try file.write(bytes)
                try file.finish()
            } catch {
                file.discard()
                throw error
            }
        } catch {
            throw error.about(Array(([path] + place).joined(separator: [UInt8(ascii: "/")])))
        }
    }

    /// A folder on the way, made if need be; closed at the end of its life.
    private struct OpenFolder: ~Copyable {
        let descriptor: Int32

        init(name: [UInt8], in parent: Int32) throws(OutputFailure) {
            mkdirat(parent, name.cString, 0o777)
            descriptor = openat(parent, name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw .ofSystem() }
        }

        deinit { close(descriptor) }
    }
}
