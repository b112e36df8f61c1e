import Foundation
import MetadataOutput

extension FieldWriter {
    mutating func write(_ record: EventRecord, preview: VideoPreview?, zones: ZoneSet) {
        head(
            source: record.source, index: record.index, frame: record.frame, time: record.time,
            moment: record.moment)
        field("event", record.event.kind.rawValue)
        field("reads", record.event.reads)
        if record.event.kind == .disappeared {
            field("dwell", record.event.dwell.seconds, places: 6)
        }
        field("width", record.width)
        field("height", record.height)
        let transform = preview?.transform(width: record.width, height: record.height)
        field("object") {
            $0.write(record.event.object, preview: transform, zones: zones.used(of: record.source))
        }
        if !record.hints.isEmpty { field("hints", texts: record.hints.map(\.rawValue)) }
        if let pictures = record.pictures { write(pictures) }
        if let clip = record.clip { write(clip) }
    }

    mutating func write(_ record: StatusRecord) {
        field("v", RecordSchema.version)
        if let source = record.source { origin(source: source.name, index: source.index) }
        field("date", date: record.date)
        field("status", record.status.rawValue)
        if let camera = record.camera { field("camera", camera) }
        if let id = record.cameraID { field("cameraID", id) }
        if let format = record.format { field("format", format) }
        if let reason = record.reason { field("reason", reason) }
        if let message = record.message { field("message", message) }
        if !record.hints.isEmpty { field("hints", texts: record.hints.map(\.rawValue)) }
        if let pictures = record.pictures { write(pictures) }
        if let clip = record.clip { write(clip) }
        if let missing = record.missing { field("missing", missing) }
        if let counts = record.counts { write(counts) }
    }

    private mutating func write(_ pictures: EventRecord.Pictures) {
        field("pictures") {
            $0.field("id", pictures.id)
            $0.field("still", pictures.still)
            $0.field("object", pictures.object)
        }
    }

    private mutating func write(_ clip: EventRecord.Clip) {
        field("clip") {
            $0.field("id", clip.id)
            $0.field("movie", clip.movie)
        }
    }

    private mutating func write(_ counts: SourceCounts) {
        field("fps", counts.framesPerSecond, places: 2)
        field("captured", counts.captured)
        field("processed", counts.processed)
        field("unchanged", counts.secondsUnchanged, places: 1)
        field("drops") { writer in
            for (reason, count) in counts.drops.sorted(by: { $0.key < $1.key }) {
                writer.field(reason, count)
            }
        }
        field("load", counts.load, places: 3)
        if let latencies = counts.latencies {
            field("latencies") {
                $0.field("p50", latencies.p50.seconds, places: 6)
                $0.field("p90", latencies.p90.seconds, places: 6)
                $0.field("p99", latencies.p99.seconds, places: 6)
            }
        }
        field("suppressed") {
            $0.field("cooldown", counts.suppressedReads.cooldown)
            $0.field("unconfirmed", counts.suppressedReads.unconfirmed)
        }
    }
}
