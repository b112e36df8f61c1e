import Capture
import Foundation
import Glibc
import MetadataOutput
import PreviewLink

/// Where zones are kept that were drawn on a page: a camera's all together, by its name.
struct ZoneFile: Sendable {
    /// What cannot be done with it, in one line.
    struct Failure: Error {
        let message: String
        /// Whether it could be read and holds something else.
        var isDamaged = false
    }

    /// What stands in it.
    private struct Contents: Codable {
        struct Camera: Codable {
            var zones: [LinkZone]
        }

        var v = 1
        var cameras: [String: Camera] = [:]
    }

    /// Its name in the folder.
    private static let name = "zones.json"

    private let folder: String

    /// - Parameter folder: Where it is; made when something is kept.
    init(folder: String) { self.folder = folder }

    /// In systemd's `STATE_DIRECTORY`, else in `scanwatch` in `XDG_STATE_HOME`, which is `.local/state` at home.
    init?(environment: [String: String]) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.isAbsolutePath ? $0 : nil }
        }
        if let folders = absolute("STATE_DIRECTORY") {
            // systemd gives all that a unit has, with colons between them.
            self.init(folder: String(Substring(folders.utf8.prefix { $0 != UInt8(ascii: ":") })))
        } else if let states = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }) {
            self.init(folder: states + "/scanwatch")
        } else {
            return nil
        }
    }

    var path: String { "\(folder)/\(Self.name)" }

    /// The zones of each camera that has some of its own; none if there is no file.
    func read() throws(Failure) -> [String: [LinkZone]] {
        guard let data = FileManager.default.contents(atPath: path) else {
            guard FileManager.default.fileExists(atPath: path) else { return [:] }
            throw Failure(message: "\(path) cannot be read")
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data), contents.v == 1 else {
            throw Failure(message: "\(path) holds no zones", isDamaged: true)
        }
        return contents.cameras.mapValues(\.zones)
    }

    /// Keeps the zones of one camera, or none of its own; those of others stay, also such as another process has
    /// written in between. A file that cannot be understood is kept beside it, for somebody may want what is in it; one that
    /// cannot be read now, as for want of descriptors, is left alone.
    func write(_ zones: [LinkZone]?, of camera: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure(message: "zones cannot be kept in \(path): \(error.localizedDescription)")
        }
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else {
            throw Failure(message: "zones cannot be kept in \(path): \(String(cString: strerror(errno)))")
        }
        defer { close(directory) }
        // One process at a time, or each would keep what it has read before the other wrote. Some file systems have no such locks.
        var attempts = 1
        while flock(directory, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard attempts < 200 else {
                throw Failure(message: "zones cannot be kept in \(path): another process is writing there")
            }
            attempts += 1
            usleep(10_000)
        }
        var cameras: [String: [LinkZone]] = [:]
        do throws(Failure) {
            cameras = try read()
        } catch {
            guard error.isDamaged, rename(path, freePath) == 0 else { throw error }
        }
        cameras[camera] = zones
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let contents = Contents(cameras: cameras.mapValues { Contents.Camera(zones: $0) })
        do {
            try SyncedFile.write([UInt8](try encoder.encode(contents)) + [UInt8(ascii: "\n")], to: path)
        } catch {
            // What the file says of itself begins with its path.
            let reason = (error as? CaptureError)?.message ?? "\(path): \(error.localizedDescription)"
            throw Failure(message: "zones cannot be kept in \(reason)")
        }
    }

    /// Where a damaged file goes: not over one that was damaged before.
    private var freePath: String {
        var (free, number) = ("\(path).damaged", 1)
        while access(free, F_OK) == 0 {
            number += 1
            free = "\(path).damaged-\(number)"
        }
        return free
    }
}
