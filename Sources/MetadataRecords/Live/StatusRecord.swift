public import Foundation
public import MetadataOutput

/// What there is to write about a live source itself, or about the run.
public struct StatusRecord: Sendable {
    /// What is said.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// The source delivers frames for the first time.
        case started
        /// It delivers no frames; `reason` and `message` say why. It is tried again.
        case lost
        /// It delivers frames again.
        case returned
        /// It goes on in another way: the configuration wants it so, or its pictures have another size; `format` says what it delivers.
        case changed
        /// It goes on; its counts.
        case running
        /// A frame could not be searched; told once while that goes on.
        case failed
        /// The run ends, or the camera was taken out of it; the counts.
        case stopped
        /// The configuration was read again and holds.
        case configured
        /// The configuration was read again and is wrong; the one before goes on.
        case configurationRefused
        /// The pictures of an event could not be written; told once while that goes on.
        case picturesFailed
        /// Pictures of events are written again, and none was missing for a while; `missing`: how many events have none.
        case picturesReturned
        /// A clip of an event could not be written, or not all of it; told of each.
        case clipsFailed
        /// Something cannot be read, for other reasons than before, or can be; `hints` and `message` say why.
        case hints
    }

    /// The source that is spoken of.
    public struct Source: Sendable, Hashable {
        /// Its name in its system's own bytes.
        public var name: [UInt8]
        /// Its place among the inputs, from 0.
        public var index: Int

        /// Makes a source.
        public init(name: [UInt8], index: Int) {
            self.name = name
            self.index = index
        }
    }

    /// What is said.
    public var status: Status
    /// Of which source; nil if of the run.
    public var source: Source?
    /// When.
    public var date: Date
    /// The camera's name for people; nil, the default, of what is no camera, and of the run.
    public var camera: String?
    /// What identifies the camera wherever it is plugged in, of a network camera with a name of its own its address; nil, the default,
    /// of what is neither, and of the run.
    public var cameraID: String?
    /// Its pixel format, size and frame rate, in words; nil, the default, where nothing is said of them.
    public var format: String?
    /// Why, in one word; nil, the default, of statuses that need no reason.
    public var reason: String?
    /// Why, in one line for a person; nil, the default, where there is nothing to add.
    public var message: String?
    /// Why something before it cannot be read; empty, the default, if there is no reason.
    public var hints: [ReaderHint] = []
    /// The clip that is missing or not whole, as the record of its event named it; nil, the default, if none is spoken of.
    public var clip: EventRecord.Clip?
    /// The pictures that are missing, as the record of their event named them; nil, the default, if no record names them.
    public var pictures: EventRecord.Pictures?
    /// Of how many events there are no pictures since they could not be written; nil, the default, of other statuses than
    /// ``Status/picturesReturned``.
    public var missing: Int?
    /// What it has delivered; nil, the default, where it is not counted up.
    public var counts: SourceCounts?

    /// Makes a record.
    public init(_ status: Status, of source: Source? = nil, date: Date) {
        self.status = status
        self.source = source
        self.date = date
    }
}

/// What a live source has delivered and what became of it.
public struct SourceCounts: Sendable, Hashable {
    /// Captured frames a second since the counts before.
    public var framesPerSecond: Double
    /// Frames captured since the start.
    public var captured: Int
    /// Frames searched since the start.
    public var processed: Int
    /// For how long its pictures have been the same to the byte, in seconds; 0 as long as they change.
    public var secondsUnchanged: Double
    /// Frames lost since the start, by reason.
    public var drops: [String: Int]
    /// Seconds of processor time that its frames took in each second since the counts before: 1 is one core, 0…
    public var load: Double
    /// Latencies of the records since the counts before that half, 90 % and 99 % of them do not exceed; nil without
    /// records.
    public var latencies: Latencies?
    /// Detections since the start that were not told.
    public var suppressedReads: SuppressedReads

    /// Percentiles of latencies.
    public struct Latencies: Sendable, Hashable {
        /// The median.
        public var p50: Duration
        /// The 90th percentile.
        public var p90: Duration
        /// The 99th percentile.
        public var p99: Duration

        /// Makes percentiles.
        public init(p50: Duration, p90: Duration, p99: Duration) {
            (self.p50, self.p90, self.p99) = (p50, p90, p99)
        }
    }

    /// Makes counts.
    public init(
        framesPerSecond: Double, captured: Int, processed: Int, secondsUnchanged: Double = 0,
        drops: [String: Int], load: Double, latencies: Latencies?, suppressedReads: SuppressedReads
    ) {
        self.framesPerSecond = framesPerSecond
        self.captured = captured
        self.processed = processed
        self.secondsUnchanged = secondsUnchanged
        self.drops = drops
        self.load = load
        self.latencies = latencies
        self.suppressedReads = suppressedReads
    }
}
