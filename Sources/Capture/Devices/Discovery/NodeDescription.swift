import Foundation
import MetadataOutput

/// What can be known of a video node without a stream: its names, where it is plugged in, what it is called by.
struct NodeDescription: Sendable {
    /// The node, such as `/dev/video0`.
    var path: String
    /// The node's file, which tells one plugging-in from the next at the same path; nil where it is not known.
    var inode: UInt64?
    /// The kernel's number for it.
    var number: Int
    var name: String
    var driver: String
    var bus: String
    /// `046d:0825`, where it is a USB device.
    var modelID: String?
    var manufacturer: String?
    var serialNumber: String?
    /// The number of the USB bus and its speed in megabits a second, where it is a USB device.
    var usbBus: USBBus?
    /// Which of the nodes of one device it is, from 0.
    var index: Int
    /// Names of udev's links to it, without folders.
    var idLink: String?
    var pathLink: String?
    /// Whether another one was seen that has the same by-id name.
    var hasTwin = false

    /// What udev makes the by-id name of; nil where the node is no USB device's.
    var kind: Kind? {
        modelID.map { Kind(modelID: $0, serialNumber: serialNumber, index: index) }
    }

    /// What nodes have in common that share a by-id name.
    struct Kind: Sendable, Hashable {
        var modelID: String
        var serialNumber: String?
        var index: Int
    }

    /// What the node may be called by, best first: names that survive replugging and restarts come before those
    /// that only survive one of them.
    var identifiers: [String] {
        let suffix = index > 0 ? ":\(index)" : ""
        let place = [pathLink, "\(driver):\(bus)\(suffix)"]
        // Without a serial number of its own the by-id name is that of every camera of the kind, whichever of them is there.
        let isOfItsKind = modelID != nil && (serialNumber == nil || hasTwin)
        return (isOfItsKind ? place + [idLink] : [idLink] + place).compactMap(\.self)
    }

    /// A USB bus, as the kernel numbers them.
    struct USBBus: Sendable, Equatable {
        var number: Int
        var megabits: Int
    }

    /// The file at a path; nil if there is none.
    static func inode(of path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}

extension DeviceSystem {
    /// The cameras that are there, in the order of their nodes' numbers.
    ///
    /// A node that may not be opened cannot be asked what it is; it counts as a camera if it is the first node of
    /// its device, so that somebody can be told of it.
    func cameras() -> [NodeDescription] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folders.nodes)) ?? []
        let numbers = names.compactMap { $0.hasPrefix("video") ? Int($0.dropFirst(5)) : nil }.sorted()
        let (ids, paths) = (links(in: "by-id"), links(in: "by-path"))
        let found = numbers.compactMap { number -> NodeDescription? in
            var camera = description(number)
            do throws(SystemFailure) {
                let identity = try VideoNode(path: camera.path, system: calls).identity()
                guard identity.isCamera else { return nil }
                (camera.name, camera.driver, camera.bus) = (identity.card, identity.driver, identity.bus)
            } catch {
                guard error.isRefusal, camera.index == 0 else { return nil }
            }
            camera.idLink = ids["video\(number)"]
            camera.pathLink = paths["video\(number)"]
            return camera
        }
        return found.map { camera in
            guard let kind = camera.kind else { return camera }
            var camera = camera
            // Cameras without serial numbers, or with the same one, share one by-id name, which goes to any of them.
            let isOneOfSeveral = found.count { $0.kind == kind } > 1
            if isOneOfSeveral { camera.idLink = nil }
            camera.hasTwin = registry.noteKind(kind, isShared: isOneOfSeveral)
            return camera
        }
    }

    /// What the kernel's own folder says of a node.
    private func description(_ number: Int) -> NodeDescription {
        let folder = "\(folders.classes)/video\(number)"
        // The node's device is an interface of the USB device, which has the names.
        let device = "\(folder)/device/.."
        let vendor = text("\(device)/idVendor")
        let product = text("\(device)/idProduct")
        let driver = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/device/driver"))
            .map { String($0[$0.utf8.nameStart...]) }
        let bus = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/device"))
            .map { String($0[$0.utf8.nameStart...]) }
        let path = "\(folders.nodes)/video\(number)"
        return NodeDescription(
            path: path, inode: NodeDescription.inode(of: path), number: number,
            name: text("\(folder)/name") ?? "video\(number)",
            driver: driver ?? "unknown", bus: bus ?? "video\(number)",
            modelID: vendor.flatMap { vendor in product.map { "\(vendor):\($0)" } },
            manufacturer: text("\(device)/manufacturer"), serialNumber: text("\(device)/serial"),
            usbBus: text("\(device)/busnum").flatMap(Int.init).flatMap { number in
                text("\(device)/speed").flatMap(Int.init).map { .init(number: number, megabits: $0) }
            },
            index: text("\(folder)/index").flatMap(Int.init) ?? 0)
    }

    private func text(_ path: String) -> String? {
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// udev's names for nodes, by the node's name.
    private func links(in folder: String) -> [String: String] {
        let folder = "\(folders.nodes)/v4l/\(folder)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // Several links may lead to one node; the first by name stays the same over restarts.
        return names.sorted().reversed().reduce(into: [:]) { links, name in
            guard
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            else { return }
            links[String(target[target.utf8.nameStart...])] = name
        }
    }
}

extension SystemFailure {
    /// Whether this user may not do it.
    var isRefusal: Bool { number == EACCES || number == EPERM }
}
