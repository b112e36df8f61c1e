import Foundation
import MetadataOutput

extension DetectionResult {
    /// Most failures of engines.
    static let mostFailures = 100

    /// Most places of an answer that were seen and not read.
    private static let mostUnread = 64

    /// Everything but the motion plane.
    func write(to writer: inout WireWriter) {
        writer.put(width)
        writer.put(height)
        writer.put(readings) { $1.write(to: &$0) }
        writer.put(refused) { $1.write(to: &$0) }
        writer.put(failures) { $1.write(to: &$0) }
        writer.put(unread.prefix(Self.mostUnread)) { $1.write(to: &$0) }
        writer.put(hints) { $0.put($1, of: ReaderHint.allCases) }
        writer.put(shares.sorted { $0.key.rawValue < $1.key.rawValue }) {
            $0.put($1.key.rawValue)
            $0.put($1.value)
        }
        writer.put(liveCycle)
        writer.put(changes) { $1.write(to: &$0) }
        writer.put(views.thumbnail) { $1.write(to: &$0) }
        writer.put(views.picture) { $1.write(to: &$0) }
        writer.put(processorTime)
    }

    /// - Parameter request: What was asked for; there is nothing else.
    init(from reader: inout WireReader, to request: DetectionRequest) throws(MalformedMessage) {
        self.init(width: try reader.int(1...1_000_000_000), height: try reader.int(1...1_000_000_000))
        let most = request.mostReadings
        readings = try reader.array(of: "readings", atMost: most) { (reader) throws(MalformedMessage) in
            try Reading(from: &reader)
        }
        refused = try reader.array(of: "refused readings", atMost: most - readings.count) {
            (reader) throws(MalformedMessage) in
            try Judgement(from: &reader)
        }
        failures = try reader.array(atMost: Self.mostFailures) { (reader) throws(MalformedMessage) in
            try EngineFailure(from: &reader)
        }
        unread = try reader.array(atMost: Self.mostUnread) { (reader) throws(MalformedMessage) in
            try UnreadPlace(from: &reader)
        }
        hints = try reader.array(atMost: ReaderHint.allCases.count) { (reader) throws(MalformedMessage) in
            try reader.choice(of: ReaderHint.allCases)
        }
        let shares = try reader.array(atMost: 100) { (reader) throws(MalformedMessage) in
            (MetadataObjectType(rawValue: try reader.name(atMost: 100)), try reader.double(0...1))
        }
        self.shares = Dictionary(shares) { $1 }
        liveCycle = try reader.int(1...1_000)
        changes = try reader.optional { (reader) throws(MalformedMessage) in try PlaneBlocks(from: &reader) }
        views.thumbnail = try reader.optional { (reader) throws(MalformedMessage) in
            try PictureView(from: &reader)
        }
        views.picture = try reader.optional { (reader) throws(MalformedMessage) in
            try PictureView(from: &reader)
        }
        guard views.thumbnail == nil || request.views.thumbnailSide != nil,
            views.picture == nil || request.views.includesPicture
        else { throw MalformedMessage(reason: "a view that nobody asked for") }
        processorTime = try reader.duration()
    }
}

extension PlaneBlocks {
    /// More than there are in the plane of any estimator here.
    private static let mostInARow = 1000

    func write(to writer: inout WireWriter) {
        writer.put(columns)
        writer.put(rows)
        writer.put(members.map { $0 ? 1 : 0 })
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let side = 0...Self.mostInARow
        let (columns, rows) = (try reader.int(side), try reader.int(side))
        let members = try reader.byteArray(atMost: columns * rows).map { $0 != 0 }
        guard let blocks = PlaneBlocks(columns: columns, rows: rows, members: members) else {
            throw MalformedMessage(reason: "other blocks than rows and columns of them")
        }
        self = blocks
    }
}

extension UnreadPlace {
    func write(to writer: inout WireWriter) {
        writer.put(kind, of: Kind.allCases)
        writer.put(corners) { $0.put($1) }
        writer.put(moduleSize) { $0.put($1) }
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let kind = try reader.choice(of: Kind.allCases)
        let corners = try reader.array(atMost: 4) { (reader) throws(MalformedMessage) in try reader.point() }
        guard corners.count == 4 else { throw MalformedMessage(reason: "not four corners") }
        let size = try reader.optional { (reader) throws(MalformedMessage) in try reader.double(0...100_000) }
        self.init(kind: kind, corners: corners, moduleSize: size)
    }
}

extension EngineFailure {
    func write(to writer: inout WireWriter) {
        writer.put(engine.rawValue)
        writer.put(reason)
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let engine = Engine(rawValue: try reader.name(atMost: 40))
        // As an error's message it loses what a terminal might act upon.
        let reason = PayloadError(.engineFailure, try reader.string(atMost: 1000)).message
        self.init(engine: engine, reason: reason)
    }
}

extension PictureView {
    /// What browsers show and cannot run: SVG is not among them.
    private static let mediaTypes = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp"]

    fileprivate func write(to writer: inout WireWriter) {
        writer.put(mediaType, of: Self.mediaTypes)
        writer.put(bytes)
        writer.put(width)
        writer.put(height)
        writer.put(orientation, of: PictureOrientation.allCases)
    }

    fileprivate init(from reader: inout WireReader) throws(MalformedMessage) {
        let side = 1...1_000_000_000
        self.init(
            mediaType: try reader.choice(of: Self.mediaTypes), bytes: try reader.byteArray(atMost: 1 << 26),
            width: try reader.int(side), height: try reader.int(side),
            orientation: try reader.choice(of: PictureOrientation.allCases))
    }
}

extension PayloadError {
    func write(to writer: inout WireWriter) {
        writer.put(code, of: Code.allCases)
        writer.put(message)
        writer.put(foreignContent) { $0.put($1, of: ForeignContent.allCases) }
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        self.init(try reader.choice(of: Code.allCases), try reader.string(atMost: 4000))
        foreignContent = try reader.optional { (reader) throws(MalformedMessage) in
            try reader.choice(of: ForeignContent.allCases)
        }
    }
}
