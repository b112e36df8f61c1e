import Foundation
import MetadataOutput

extension Record {
    /// Records that have every field between them; those of a kind in the order of the schema.
    static func specimens(landmarks: Bool, isSequence: Bool, isLive: Bool, hints: Bool) -> [Record] {
        var update = MetadataUpdate(
            time: .zero, width: 1, height: 1,
            objects: [
                specimen(complete), specimen(CodeContent(bytes: [], text: nil, isDecoded: false)),
                MetadataFaceObject(
                    time: .zero, timeInView: .zero, bounds: .zero, objectID: 1, confidence: 1,
                    engine: .dlib, step: "", rollAngle: 0, yawAngle: 0, pitchAngle: 0,
                    landmarks: landmarks ? [.zero] : []),
            ],
            failures: [EngineFailure(engine: .zbar, reason: "")])
        if hints { update.hints = [.tooDark] }
        return [.failure(PayloadError(.empty, "")), .success(update)].map {
            Record(
                source: [0xFF], index: 0, time: isSequence || isLive ? .zero : nil,
                moment: isLive ? FrameMoment(frame: 0, date: .distantPast, latency: .zero) : nil, result: $0)
        }
    }

    private static var complete: CodeContent {
        var part = StructuredAppend(index: 0, count: 0, id: "1")
        part.message = StructuredAppend.Message(bytes: [], text: "tel:1")
        var content = CodeContent(
            bytes: [], text: "", symbologyIdentifier: "", errorCorrectionLevel: "", version: 1, mask: 0,
            addOn: "", structuredAppend: part, isMirrored: true, isInverted: true, eci: [0])
        (content.encoding, content.isEncodingGuessed, content.isbn) = ("", true, "")
        return content
    }

    private static func specimen(_ content: CodeContent) -> MetadataMachineReadableCodeObject {
        MetadataMachineReadableCodeObject(
            type: .qr, time: .zero, timeInView: .zero, bounds: .zero, objectID: 1, confidence: 1,
            engine: .zbar, step: "", corners: CGRect.zero.corners, content: content)
    }
}

extension EventRecord {
    /// Records of events that have every field between them, in the order of the schema.
    static func specimens(landmarks: Bool, isLive: Bool, hints: Bool) -> [EventRecord] {
        let records = Record.specimens(landmarks: landmarks, isSequence: true, isLive: isLive, hints: hints)
        return records.flatMap { record in
            guard case .success(let update) = record.result else { return [EventRecord]() }
            return update.objects.map { object in
                let event = MetadataEvent(.disappeared, object, reads: 1, dwell: .zero)
                var specimen = EventRecord(
                    source: record.source, index: 0, moment: record.moment, update: update, event: event)
                if isLive {
                    specimen.pictures = Pictures(id: "", still: "", object: "")
                    specimen.clip = Clip(id: "", movie: "")
                }
                return specimen
            }
        }
    }
}
