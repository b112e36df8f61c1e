import ArgumentParser
import Foundation
import MetadataOutput

/// The argument of `--zone` and `--mask`: `name=x,y,x,y,…`, or `name@camera=…` of one camera only.
struct NamedArea: ExpressibleByArgument, Sendable, Hashable {
    let zone: Zone
    /// The name of the camera, as `--device` has it; nil for all.
    let camera: String?

    /// Fewer than three corners, more than `Zone.mostCorners`, or one outside of the picture, are no area.
    init?(argument: String) {
        // Names of cameras may have the character too.
        guard let end = argument.lastIndex(of: "=") else { return nil }
        let numbers = argument[argument.index(after: end)...]
            .split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count.isMultiple(of: 2) else { return nil }
        var corners: [CGPoint] = []
        for place in stride(from: 0, to: numbers.count, by: 2) {
            guard let x = numbers[place], let y = numbers[place + 1] else { return nil }
            corners.append(CGPoint(x: x, y: y))
        }
        let names = argument[..<end].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = names.first, let zone = Zone(name: String(name), corners: corners) else {
            return nil
        }
        guard names.count == 1 || !names[1].isEmpty else { return nil }
        self.zone = zone
        camera = names.count == 1 ? nil : String(names[1])
    }

    /// What stands before the corners.
    var label: String { camera.map { "\(zone.name)@\($0)" } ?? zone.name }
}

extension [NamedArea] {
    /// One whose name an earlier one of the same camera or of all has.
    var repeated: NamedArea? {
        enumerated().first { place, area in
            prefix(place).contains {
                $0.zone.name == area.zone.name
                    && ($0.camera == nil || area.camera == nil || $0.camera == area.camera)
            }
        }?.element
    }

    /// - Throws: `ValidationError` if one is of a camera that is not watched: a mask of it would hide nothing.
    func checkCameras(_ cameras: [String], option: String) throws {
        guard let stray = first(where: { area in area.camera.map { !cameras.contains($0) } ?? false })
        else { return }
        throw ValidationError(
            "\(option) \(stray.label): '\(stray.camera ?? "")' is none of the cameras that --device names.")
    }

    /// Those of one camera and of all.
    func zones(of camera: String) -> [Zone] { filter { $0.camera == nil || $0.camera == camera }.map(\.zone) }

    /// Those of no camera in particular, which are those of pictures.
    var common: [Zone] { filter { $0.camera == nil }.map(\.zone) }
}
