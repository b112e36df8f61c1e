import Capture
import Dispatch
import Foundation
import MetadataOutput
import MetadataRecords
import Synchronization

/// Writes the pictures that belong to events, on a thread of its own: a disk that is slow or full costs pictures, which
/// are counted, and nothing else.
final class EventPictures: Sendable {
    /// How many of a camera's pictures may wait for the disk, and how many events whose pictures these are.
    private static let (mostPictures, mostEvents) = (16, 1_000)

    /// What a camera has taken at a time.
    private struct Exposure: Hashable {
        let source: String
        let time: Duration
    }

    /// The output that keeps pictures until it is known what is in them.
    let history: CaptureHistory
    private let blursFaces: Bool
    private let report: @Sendable (Report) -> Void

    /// What becomes of pictures.
    enum Report: Sendable {
        /// They could not be written; told once while that goes on. The record of their event may have named them.
        case failed(CaptureError, EventRecord.Pictures?)
        /// They can be again, and none was missing for a while; how many events have none since they could not.
        case returned(missing: Int)
    }

    private struct State {
        /// How many events wait for each.
        var waiting: [Exposure: Int] = [:]
        var missing = MissingPictures()

        /// - Returns: Whether there is room for one more.
        mutating func letWait(for exposure: Exposure) -> Bool {
            guard waiting[exposure] != nil || waiting.count < EventPictures.mostPictures,
                waiting.values.reduce(0, +) < EventPictures.mostEvents
            else { return false }
            waiting[exposure, default: 0] += 1
            return true
        }

        mutating func endWait(for exposure: Exposure) {
            let count = waiting[exposure, default: 0]
            waiting[exposure] = count > 1 ? count - 1 : nil
        }
    }

    private let state = Mutex(State())
    private let folder: SharedEventFolder
    private let queue = DispatchQueue(label: "scanwatch.event-pictures")

    /// Keeps no picture yet.
    ///
    /// - Parameters:
    ///   - folder: Where pictures go; nil if none are wanted.
    ///   - stills: Decodes and encodes.
    ///   - report: Is told when pictures cannot be written, and when they can be again.
    /// - Returns: nil if no pictures are wanted.
    init?(
        _ options: EventPictureOptions, into folder: SharedEventFolder?, stills: any StillMaker,
        report: @escaping @Sendable (Report) -> Void
    ) {
        guard let folder else { return nil }
        self.folder = folder
        blursFaces = options.blurFaces
        history = CaptureHistory(stills: stills)
        self.report = report
    }

    /// How many events have no pictures because they could not be made or written.
    var failed: Int { state.withLock { $0.missing.count } }

    /// Waits until everything is written that was taken.
    func finish() { queue.sync {} }

    /// Takes the pictures of something that has appeared; they are written a moment later.
    ///
    /// - Parameter id: The event's.
    /// - Returns: Their names, for the event's record; nil if there are none.
    func take(
        _ event: MetadataEvent, in update: MetadataUpdate, id: EventPictureID
    ) -> EventRecord.Pictures? {
        guard event.kind == .appeared, let origin = update.origin else { return nil }
        guard let picture = picture(of: event.object, in: update, from: origin) else {
            note(CaptureError(.noDataCaptured, "\(origin.source): the picture of an event was gone"))
            return nil
        }
        let exposure = Exposure(source: origin.source, time: event.object.time)
        guard state.withLock({ $0.letWait(for: exposure) }) else {
            note(CaptureError(.fileFailed, "event pictures cannot be written as fast as events come"))
            return nil
        }
        var settings = CapturePhotoSettings()
        settings.metadata.imageUniqueID = id.text
        settings.metadata.imageDescription = event.object.type.rawValue
        settings.embeddedThumbnailSide = 160
        settings.hiddenRegions = hiddenRegions(in: update, but: event.object)
        let view = UprightView(of: event.object, width: update.width, height: update.height).view
        let names = EventRecord.Pictures(
            id: id.text, still: "\(id.text).jpg", object: "\(id.text)-object.jpg")
        queue.async { [settings] in
            self.write(picture, settings, view, names, id.date)
            self.state.withLock { $0.endWait(for: exposure) }
        }
        return names
    }

    /// The picture in which an object was seen: of what came and went while the reader was busy a later update tells.
    private func picture(
        of object: any MetadataObject, in update: MetadataUpdate, from origin: FrameOrigin
    ) -> CaptureHistory.Picture? {
        if object.time == update.time {
            return history.picture(
                of: origin.source, sequenceNumber: origin.sequenceNumber, at: update.time)
        }
        // Where others' faces were in it is not known any more.
        return blursFaces ? nil : history.picture(of: origin.source, at: object.time)
    }

    /// What nobody is to see in the pictures of an event. Whatever else is to be hidden belongs here: it is hidden in the
    /// whole picture, in its thumbnail and in the part with the object alike.
    private func hiddenRegions(in update: MetadataUpdate, but object: any MetadataObject) -> [HiddenRegion] {
        guard blursFaces else { return [] }
        let others = update.objects.filter {
            $0.type == .face && $0.objectID != object.objectID && $0.bounds != object.bounds
        }
        return others.map { HiddenRegion(blurringFace: $0.bounds) }
    }

    private func write(
        _ picture: CaptureHistory.Picture, _ settings: CapturePhotoSettings, _ view: StillView,
        _ names: EventRecord.Pictures, _ date: Date
    ) {
        do throws(CaptureError) {
            let files = try picture.files(settings, views: [view])
            try folder.state.withLock { (folder) throws(CaptureError) in
                try folder.write(files.still, as: names.still, at: date)
                if let object = files.views[0] { try folder.write(object, as: names.object, at: date) }
            }
            if let missing = state.withLock({ $0.missing.noteWritten(at: MonotonicClock.now) }) {
                report(.returned(missing: missing))
            }
        } catch {
            note(error, names)
        }
    }

    private func note(_ error: CaptureError, _ names: EventRecord.Pictures? = nil) {
        if state.withLock({ $0.missing.note(at: MonotonicClock.now) }) { report(.failed(error, names)) }
    }
}

/// What of a picture shows an object upright, with something around it.
struct UprightView {
    let view: StillView

    /// - Parameters:
    ///   - width: Of the picture in pixels.
    ///   - height: Of the picture in pixels.
    init(of object: any MetadataObject, width: Int, height: Int) {
        // Counter-clockwise from the object's own top left.
        let corners: [CGPoint] =
            switch object {
            case let code as MetadataMachineReadableCodeObject where code.corners.count == 4:
                Self.enlarged(code.corners, by: 1.4)
            case let face as MetadataFaceObject:
                face.bounds.frameOfFace(
                    rollAngle: face.rollAngle ?? 0, in: CGSize(width: width, height: height),
                    enlargedBy: (1.7, 1.7))
            default: Self.enlarged(object.bounds.corners, by: 1.4)
            }
        view = StillView(
            corners: [corners[0], corners[3], corners[2], corners[1]], longestSide: 1024, quality: 90)
    }

    private static func enlarged(_ corners: [CGPoint], by factor: Double) -> [CGPoint] {
        let middle = CGPoint(
            x: corners.map(\.x).reduce(0, +) / 4, y: corners.map(\.y).reduce(0, +) / 4)
        return corners.map {
            CGPoint(x: middle.x + ($0.x - middle.x) * factor, y: middle.y + ($0.y - middle.y) * factor)
        }
    }
}
