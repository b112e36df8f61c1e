import ArgumentParser
import Capture
import Foundation
import MetadataOutput
import MetadataRecords
import PreviewLink
import Synchronization

/// What changes while a run goes on: the configuration, when SIGHUP comes, and zones, when somebody draws them.
extension LiveRun {
    /// Takes zones that somebody has drawn.
    func draw(_ zones: [LinkZone]?, of camera: String, version: String) throws(LiveZones.Refusal) {
        try self.zones.change(zones, of: camera, version: version)
        do {
            try settle()
        } catch {
            throw LiveZones.Refusal(message: Scanwatch.message(for: error))
        }
    }

    /// Makes the configuration and the zones as they are now hold for everything that is told from now on.
    private func settle() throws {
        // Whoever comes second has the newer of both, and says so last.
        try current.withLock { configuration in
            let zones = zones.all
            settings.value = try configuration.settings(zones)
            link?.setZones(zones)
            link?.setLook(configuration.look)
        }
    }

    /// Reads the configuration again. All of it holds from now on, or nothing if something is wrong with it.
    func reconfigure() {
        let old = current.withLock { $0 }
        do {
            let options = try Settings.reread()
            let new = LiveConfiguration(options)
            try old.checkChange(to: new)
            _ = try new.settings(zones.all)
            try new.search.apply(to: output)
            askForUnread()
            CameraPlacement.apply(new.placements, insteadOf: old.placements)
            do {
                try change(from: old, to: new)
            } catch {
                CameraPlacement.apply(old.placements, insteadOf: new.placements)
                try old.search.apply(to: output)
                askForUnread()
                throw error
            }
            zones.configure(new.zones)
            current.withLock { $0 = new }
            try settle()
            link?.askCameras()
            writer.tell(.configured)
        } catch {
            let message = Scanwatch.message(for: error)
            writer.tell(.configurationRefused) { $0.message = message }
        }
    }

    /// Opens and closes cameras as one change; those that stay go on, with the new masks.
    private func change(from old: LiveConfiguration, to new: LiveConfiguration) throws(CaptureError) {
        var made: [CameraRequest: any CaptureInput] = [:]
        for camera in new.cameras where !old.cameras.contains(camera) {
            made[camera] = camera.makeInput(stills: stills, streams: streams)
        }
        let known = inputs.withLock { $0 }
        writer.addSources(new.cameras.compactMap { made[$0]?.sourceName })
        let gone = known.filter { !new.cameras.contains($0.key) }
        let kept = known.filter { new.cameras.contains($0.key) }
        let names = (
            old: Set(known.values.map(\.sourceName)),
            new: Set(kept.merging(made) { $1 }.values.map(\.sourceName))
        )
        let statistics = session.statistics
        sceneEnds.watch(only: names.new)
        session.beginConfiguration()
        do throws(CaptureError) {
            do throws(CaptureError) {
                for camera in new.cameras {
                    if let input = made[camera] { try add(input, as: new) }
                }
                try showOnLoopbacks(new.cameras, of: known.merging(made) { $1 })
                for input in gone.values { try session.removeInput(input) }
            } catch {
                for input in made.values { try session.removeInput(input) }
                try session.commitConfiguration()
                throw error
            }
            try session.commitConfiguration()
        } catch {
            sceneEnds.watch(only: names.old)
            for input in made.values { try? hide(input) }
            try? showOnLoopbacks(old.cameras, of: known)
            throw error
        }
        // Before nobody knows them any more.
        let stopped = statistics.filter { names.old.subtracting(names.new).contains($0.source) }
        tellCounts(.stopped, stopped) { name in stopped.first { $0.source == name }?.format }
        for input in gone.values { try hide(input) }
        for input in kept.values { session.setPictureMask(new.mask(of: input.sourceName), for: input) }
        inputs.withLock { $0 = kept.merging(made) { $1 } }
    }
}
