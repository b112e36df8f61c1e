import Foundation

@testable import Capture

/// Folders as the system's, with nodes that are ordinary files.
final class ScriptedNodes: Sendable {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.add("dev/null", [])
        try folder.add("sys/none", [])
    }

    var folders: DeviceFolders { DeviceFolders(nodes: folder.path + "/dev", classes: folder.path + "/sys") }

    func path(_ number: Int) -> String { "\(folder.path)/dev/video\(number)" }

    func add(
        _ number: Int, byID: String? = nil, byPath: String? = nil, model: String? = nil,
        serial: String? = nil,
        index: Int = 0
    ) throws {
        if let byID { try folder.add("dev/v4l/by-id/none", []); try link("by-id/\(byID)", number) }
        if let byPath { try folder.add("dev/v4l/by-path/none", []); try link("by-path/\(byPath)", number) }
        let device = "sys/video\(number)"
        try folder.add("\(device)/name", Array("Camera \(number)\n".utf8))
        try folder.add("\(device)/index", Array("\(index)\n".utf8))
        try folder.add("\(device)/device/none", [])
        if let model {
            try folder.add("\(device)/idVendor", Array("046d\n".utf8))
            try folder.add("\(device)/idProduct", Array("\(model)\n".utf8))
        }
        if let serial { try folder.add("\(device)/serial", Array("\(serial)\n".utf8)) }
        try folder.add("dev/video\(number)", [])
    }

    func remove(_ number: Int) throws {
        // Kept elsewhere, so that the next node is another file for sure.
        try FileManager.default.moveItem(
            atPath: path(number), toPath: "\(folder.path)/sys/\(UUID().uuidString)")
    }

    func link(_ name: String, _ number: Int) throws {
        try folder.addLink("dev/v4l/\(name)", to: "../../video\(number)")
    }
}
