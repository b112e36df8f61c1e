import Foundation
import MetadataOutput
import PreviewLink
import Synchronization

/// The zones of the cameras of a run: those of the configuration, and over them those that were drawn on a page.
final class LiveZones: Sendable {
    private struct State {
        var configured: [NamedArea]
        /// A camera's, all of them, in place of the configuration's.
        var drawn: [String: [Zone]]
    }

    /// Why zones are not changed.
    struct Refusal: Error {
        let message: String
        /// Whether they are others by now than those that were to be changed.
        var isConflict = false
        /// Whether there can be no such zones.
        var isInvalid = false
    }

    private let file: ZoneFile?
    private let canBeDrawn: Bool
    private let state: Mutex<State>

    /// Takes the drawn ones from a file. One that cannot be understood must not keep a camera from being watched: the
    /// configuration's hold then, and a message says so.
    ///
    /// - Parameters:
    ///   - configured: Those of the configuration.
    ///   - canBeDrawn: Whether there is anybody who could draw some.
    ///   - file: Where drawn ones are kept; nil for nowhere.
    init(configured: [NamedArea], canBeDrawn: Bool, file: ZoneFile?) {
        self.canBeDrawn = canBeDrawn
        self.file = canBeDrawn ? file : nil
        var drawn: [String: [LinkZone]] = [:]
        do throws(ZoneFile.Failure) {
            drawn = try self.file?.read() ?? [:]
        } catch {
            StandardStreams.complain("\(error.message); those of the configuration are used")
        }
        let zones = drawn.mapValues { $0.compactMap(Zone.init) }
        if drawn.contains(where: { $1.count != zones[$0]?.count }) {
            StandardStreams.complain(
                "\(self.file?.path ?? ""): zones with control characters in their names are left out")
        }
        state = Mutex(State(configured: configured, drawn: zones))
    }

    /// All of them.
    var all: ZoneSet {
        state.withLock { state in
            var zones = ZoneSet(common: state.configured.common)
            for camera in Set(state.configured.compactMap(\.camera)) {
                zones.bySource[camera] = state.configured.zones(of: camera)
            }
            zones.bySource.merge(state.drawn) { $1 }
            zones.isUsed = canBeDrawn || !state.configured.isEmpty
            return zones
        }
    }

    /// Takes over what the configuration says now.
    func configure(_ areas: [NamedArea]) { state.withLock { $0.configured = areas } }

    /// Draws a camera's zones anew and keeps them.
    ///
    /// - Parameters:
    ///   - zones: All that it is to have; nil for those of the configuration.
    ///   - version: Of those that whoever draws has seen; `LinkControl.anyVersion` for whichever there are.
    func change(_ zones: [LinkZone]?, of camera: String, version: String) throws(Refusal) {
        let drawn = zones?.compactMap(Zone.init)
        guard drawn?.count == zones?.count else {
            throw Refusal(message: "the name of a zone has control characters in it", isInvalid: true)
        }
        // One change at a time, so that no two are made to the same version.
        try state.withLock { (state) throws(Refusal) in
            let now = state.drawn[camera] ?? state.configured.zones(of: camera)
            guard [now.map(LinkZone.init).version, LinkControl.anyVersion].contains(version) else {
                throw Refusal(message: "somebody else has changed the zones meanwhile", isConflict: true)
            }
            do throws(ZoneFile.Failure) {
                try file?.write(zones, of: camera)
            } catch {
                throw Refusal(message: error.message)
            }
            state.drawn[camera] = drawn
        }
    }
}

extension Zone {
    fileprivate init?(_ zone: LinkZone) {
        self.init(name: zone.name, corners: zone.corners.map { CGPoint(x: $0.x, y: $0.y) })
    }
}

extension LinkZone {
    init(_ zone: Zone) {
        self.init(name: zone.name, corners: zone.corners.map { Point(x: $0.x, y: $0.y) })
    }
}

extension [LinkZone] {
    /// The same for the same zones, and for hardly any others.
    var version: String {
        var bytes: [UInt8] = []
        for zone in self {
            bytes += zone.name.utf8
            bytes.append(0)
            for corner in zone.corners { bytes += "\(corner.x),\(corner.y);".utf8 }
        }
        return String(StableHash.mixed(bytes), radix: 36)
    }
}
