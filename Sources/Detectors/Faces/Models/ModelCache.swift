import Foundation
import Glibc
import MetadataOutput

/// A user's folder of files that are made once and can be made again.
struct ModelCache: Sendable {
    /// The folder; nil if there is no place for one.
    let folder: String?

    /// `scanwatch` in `XDG_CACHE_HOME`, else in `.cache` at home.
    static var standard: ModelCache {
        let environment = ProcessInfo.processInfo.environment
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.isAbsolutePath ? $0 : nil }
        }
        let caches = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { $0 + "/.cache" }
        return ModelCache(folder: caches.map { $0 + "/scanwatch" })
    }

    /// A file of the folder, if it is this user's and of that size.
    func file(named name: String, size: Int) -> MappedMemory? {
        guard let folder else { return nil }
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { return nil }
        return MappedMemory(reading: descriptor, size: size)
    }

    /// Makes a file of the folder in one step: others see all of it or nothing. In place of others of its family.
    ///
    /// - Parameters:
    ///   - name: The file's.
    ///   - family: How the names of files begin that it replaces.
    ///   - size: Bytes it gets.
    ///   - write: Fills them.
    /// - Returns: Its bytes; where the folder cannot be written, in memory alone; nil without memory.
    func make<E: Error>(
        named name: String, family: String, size: Int,
        write: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) -> MappedMemory? {
        guard let folder, let (descriptor, path) = temporaryFile(in: folder) else {
            return try filled(nil, size: size, write: write)
        }
        defer { close(descriptor) }
        do throws(E) {
            if try filled(descriptor, size: size, write: write) != nil,
                // A file that a power failure left half written would look whole.
                fdatasync(descriptor) == 0, rename(path, "\(folder)/\(name)") == 0,
                // As it will be opened by others: memory over a descriptor that may write could be made writable again,
                // and the file be changed through it.
                let memory = file(named: name, size: size)
            {
                removeOthers(than: name, family: family, in: folder)
                return memory
            }
        } catch {
            unlink(path)
            throw error
        }
        unlink(path)
        return try filled(nil, size: size, write: write)
    }

    private func filled<E: Error>(
        _ descriptor: Int32?, size: Int, write: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) -> MappedMemory? {
        guard let memory = MappedMemory(descriptor: descriptor, size: size) else { return nil }
        try memory.fill(write)
        return memory
    }

    private func temporaryFile(in folder: String) -> (descriptor: Int32, path: String)? {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        removeLeftovers(in: folder)
        let path = "\(folder)/\(Self.unfinished)\(UInt64.random(in: 0...(.max)))"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : (descriptor, path)
    }

    /// How the names of files begin that are being made.
    private static let unfinished = "making-"
    /// Longer than any takes, in seconds.
    private static let longestMaking = 600

    /// Removes what somebody began who was ended meanwhile.
    private func removeLeftovers(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(Self.unfinished) {
            var status = stat()
            if lstat("\(folder)/\(name)", &status) == 0,
                time(nil) - status.st_mtim.tv_sec > Self.longestMaking
            {
                unlink("\(folder)/\(name)")
            }
        }
    }

    private func removeOthers(than name: String, family: String, in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for other in names where other.hasPrefix(family) && other != name {
            unlink("\(folder)/\(other)")
        }
    }
}
