import Foundation
import MetadataOutput
import MetadataRecords
import Testing

@Suite struct RunProgressTests {
    /// 30 pictures after 10 seconds: 20 with two codes each, nine without, one that failed.
    private func progress(total: Int?) throws -> RunProgress {
        let content = CodeContent(bytes: [65], text: "A")
        var other = code(.qr, content)
        other.corners = other.corners.map { CGPoint(x: $0.x + 60, y: $0.y) }
        let (hit, miss) = (try update([code(.qr, content), other]), try update([]))
        var progress = RunProgress()
        for _ in 0..<20 { progress.count(.success(hit)) }
        for _ in 0..<9 { progress.count(.success(miss)) }
        progress.count(.failure(PayloadError(.empty, "e")))
        progress.total = total
        progress.advance(to: 10)
        return progress
    }

    @Test func whatIsCounted() throws {
        var progress = try progress(total: nil)
        #expect(
            progress.counts.done == 30 && progress.counts.found == 40 && progress.counts.hits == 20
                && progress.counts.failed == 1)
        let failure = EngineFailure(engine: .zbar, reason: "out of memory")
        progress.count(.success(try update([], failures: [failure])))
        #expect(progress.counts.failed == 2)
    }

    @Test func aLineWithAndWithoutTotal() throws {
        #expect(
            try progress(total: 120).line(width: 100)
                == "[#######-----------------------]  30/120  25 %  0:30 left  3.0/s  40 found  1 failed")
        #expect(try progress(total: nil).line(width: 79) == "30 done  0:10  3.0/s  40 found  1 failed")
        #expect(try progress(total: 30_000).line(width: 200).contains("2:46:30 left"))
    }

    @Test(arguments: 0..<120) func aLineFits(width: Int) throws {
        for total in [nil, 30, 120] {
            let line = try progress(total: total).line(width: width)
            #expect(line.count <= width && line.allSatisfy(\.isASCII))
        }
    }

    /// A file that came while the run went on.
    @Test func moreThanTheTotalIsNoTotal() throws {
        let progress = try progress(total: 29)
        #expect(progress.secondsLeft == nil)
        #expect(progress.line(width: 79).hasPrefix("30 done"))
    }

    @Test func theRateLooksBackFifteenSeconds() throws {
        var progress = try progress(total: 40)
        for second in 11...60 { progress.advance(to: Double(second)) }
        #expect(progress.rate == 0 && progress.secondsLeft == nil)
        progress.phase = .finished
        #expect(progress.rate == 0.5)
    }

    @Test func json() throws {
        var progress = try progress(total: 120)
        let running =
            #"{"v":1,"progress":"running","done":30,"total":120,"found":40,"failed":1,"seconds":10,"#
            + #""rate":3,"secondsLeft":30}"# + "\n"
        #expect(String(decoding: progress.jsonLine, as: UTF8.self) == running)
        progress.phase = .interrupted
        progress.total = nil
        #expect(
            String(decoding: progress.jsonLine, as: UTF8.self)
                == #"{"v":1,"progress":"interrupted","done":30,"found":40,"failed":1,"seconds":10,"rate":3}"#
                + "\n")
    }
}
