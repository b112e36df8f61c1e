import Foundation
import MetadataOutput
import MetadataRecords
import Testing

/// Records of frames, events and statuses; that they meet the schema is tested on what the tool writes and, for what
/// needs a camera, here by their fields.
@Suite struct LiveRecordTests {
    private let moment = FrameMoment(
        frame: 17, date: Date(timeIntervalSince1970: 1_700_000_000.25), latency: .milliseconds(42))

    private func line(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func hello() throws -> MetadataUpdate {
        var update = try update([code(.qr, CodeContent(bytes: Array("hello".utf8), text: "hello"))])
        update.time = .seconds(12.5)
        return update
    }

    @Test func aLiveFrameHasTimeDateFrameAndLatency() throws {
        let record = Record(
            source: Array("/dev/video0".utf8), index: 1, time: .seconds(12.5), moment: moment,
            result: .success(try hello()))
        let head = """
            {"v":1,"source":"/dev/video0","index":1,"time":12.5,"frame":17,"date":"2023-11-14T22:13:20.250Z",\
            "latency":0.042,"width":100,"height":50,"objects":[{"type":"qr","id":1,"bounds":
            """
        #expect(line(JSONLinesFormat().lines(for: record)).hasPrefix(head))
    }

    @Test func objectsCarryTheNamesOfTheirZones() throws {
        let left = try #require(
            Zone(
                name: "left",
                corners: [
                    CGPoint(x: 0, y: 0), CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1), CGPoint(x: 0, y: 1),
                ]))
        let top = try #require(
            Zone(name: "top", corners: [CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 0.1)]))
        let record = Record(source: [97], index: 0, result: .success(try hello()))
        let format = JSONLinesFormat(zones: [left, top])
        #expect(line(format.lines(for: record)).contains(#""id":1,"zones":["left"],"bounds""#))
        #expect(line(JSONLinesFormat(zones: [top]).lines(for: record)).contains(#""zones":[],"#))
    }

    @Test func anEventSaysWhatHappenedToWhat() throws {
        let update = try hello()
        let events = MetadataEvent.Kind.allCases.map { kind in
            EventRecord(
                source: Array("door".utf8), index: 0, moment: moment, update: update,
                event: MetadataEvent(kind, update.objects[0], reads: 3, dwell: .milliseconds(2_500)))
        }
        let lines = events.map { line(JSONLinesFormat().lines(for: $0)) }
        #expect(
            lines[0].contains(
                #""latency":0.042,"event":"appeared","reads":3,"width":100,"height":50,"object":{"#))
        #expect(lines[2].contains(#""event":"disappeared","reads":3,"dwell":2.5,"width":100"#))
        #expect(events.map { line(TextFormat().lines(for: $0)) } == ["qr\thello\n", "", ""])
    }

    @Test func aStatusHasWhatIsKnown() {
        var record = StatusRecord(
            .running, of: .init(name: Array("door".utf8), index: 0), date: Date(timeIntervalSince1970: 0))
        record.format = "MJPG 640x480 at 30"
        record.counts = SourceCounts(
            framesPerSecond: 29.973, captured: 300, processed: 290, secondsUnchanged: 3.26,
            drops: ["late": 8, "corrupted": 2],
            load: 0.2416,
            latencies: .init(p50: .milliseconds(20), p90: .milliseconds(40), p99: .milliseconds(90)),
            suppressedReads: SuppressedReads())
        #expect(
            line(JSONLinesFormat().lines(for: record)) == """
                {"v":1,"source":"door","index":0,"date":"1970-01-01T00:00:00.000Z","status":"running",\
                "format":"MJPG 640x480 at 30","fps":29.97,"captured":300,"processed":290,\
                "unchanged":3.3,\
                "drops":{"corrupted":2,"late":8},"load":0.242,"latencies":{"p50":0.02,"p90":0.04,"p99":0.09},\
                "suppressed":{"cooldown":0,"unconfirmed":0}}

                """)
        #expect(TextFormat().lines(for: record).isEmpty)
        var broken = StatusRecord(.clipsFailed, date: Date(timeIntervalSince1970: 0))
        (broken.reason, broken.clip) = ("diskFull", EventRecord.Clip(id: "07", movie: "07.mp4"))
        #expect(
            line(JSONLinesFormat().lines(for: broken)).hasSuffix(
                #""status":"clipsFailed","reason":"diskFull","clip":{"id":"07","movie":"07.mp4"}}"# + "\n"))
        broken = StatusRecord(.picturesFailed, date: Date(timeIntervalSince1970: 0))
        broken.pictures = EventRecord.Pictures(id: "07", still: "a.jpg", object: "b.jpg")
        #expect(
            line(JSONLinesFormat().lines(for: broken)).hasSuffix(
                #""status":"picturesFailed","pictures":{"id":"07","still":"a.jpg","object":"b.jpg"}}"# + "\n")
        )
        broken = StatusRecord(.picturesReturned, date: Date(timeIntervalSince1970: 0))
        broken.missing = 2
        #expect(
            line(JSONLinesFormat().lines(for: broken)).hasSuffix(
                #""status":"picturesReturned","missing":2}"# + "\n"))
        let lost = StatusRecord(.configured, date: Date(timeIntervalSince1970: 0))
        #expect(
            line(JSONLinesFormat().lines(for: lost))
                == #"{"v":1,"date":"1970-01-01T00:00:00.000Z","status":"configured"}"# + "\n")
    }
}
