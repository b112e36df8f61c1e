import Foundation
import MetadataOutput

extension FieldWriter {
    /// The fields of a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - preview: In whose points each object's geometry is given as well, or nil.
    ///   - zones: Whose names objects in them carry.
    mutating func write(_ record: Record, preview: VideoPreview?, zones: ZoneSet = []) {
        head(
            source: record.source, index: record.index, frame: record.frame, time: record.time,
            moment: record.moment)
        switch record.result {
        case .success(let update):
            write(update, preview: preview, zones: zones.used(of: record.source))
        case .failure(let error):
            field("error") {
                $0.field("code", error.code.rawValue)
                $0.field("message", error.message)
            }
        }
    }

    private mutating func write(_ update: MetadataUpdate, preview: VideoPreview?, zones: [Zone]?) {
        let transform = preview?.transform(width: update.width, height: update.height)
        field("width", update.width)
        field("height", update.height)
        field(FieldTree.objects, update.objects) { $0.write($1, preview: transform, zones: zones) }
        if !update.hints.isEmpty { field("hints", texts: update.hints.map(\.rawValue)) }
        guard !update.failures.isEmpty else { return }
        field("engineFailures", update.failures) {
            $0.field("engine", $1.engine.rawValue)
            $0.field("reason", $1.reason)
        }
    }

    /// Where and when something was seen.
    mutating func head(
        source: [UInt8], index: Int, frame: Int?, time: Duration?, moment: FrameMoment?
    ) {
        field("v", RecordSchema.version)
        origin(source: source, index: index)
        guard let time else { return }
        field("time", time.seconds, places: 6)
        field("frame", frame ?? moment?.frame ?? index)
        guard let moment else { return }
        field("date", date: moment.date)
        field("latency", moment.latency.seconds, places: 6)
    }

    mutating func origin(source: [UInt8], index: Int) {
        field("source", String(decoding: source, as: UTF8.self))
        if !source.isUTF8 { field("sourceBytes", base64: source) }
        field("index", index)
    }

    /// A date as RFC 3339 has it, in UTC, to the millisecond.
    mutating func field(_ name: String, date: Date) {
        field(name, date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}

extension [UInt8] {
    fileprivate var isUTF8: Bool { String(validating: self, as: UTF8.self) != nil }
}

extension ZoneSet {
    /// The zones of a source; nil if objects are not said to be in any.
    func used(of source: [UInt8]) -> [Zone]? {
        isUsed ? zones(of: String(decoding: source, as: UTF8.self)) : nil
    }
}
