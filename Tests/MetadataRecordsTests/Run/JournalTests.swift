import Testing

@testable import MetadataRecords

@Suite struct JournalTests {
    private let entry = JournalEntry(
        input: JournalEntry.Input(name: Array("a b%\n".utf8) + [0xFF, 0], index: 7, version: "12 @-5"),
        end: 99,
        digest: .max, counts: JournalTests.counts)

    /// Of a movie, each number another.
    private static var counts: RunCounts {
        var counts = RunCounts()
        (counts.done, counts.found, counts.hits, counts.failed) = (900, 30, 20, 4)
        return counts
    }

    @Test func entriesComeBack() {
        var others = [entry, entry]
        others[1].input = JournalEntry.Input(name: [], index: 0, version: nil)
        others[1].counts.hasTold = true
        for entry in others {
            #expect(JournalEntry(line: entry.line) == entry)
            #expect(JournalEntry(line: entry.line.dropLast()) == entry)
            #expect(entry.line.dropLast().allSatisfy { (0x20...0x7E).contains($0) } && entry.line.last == 10)
        }
    }

    @Test func anInputIsTheSameWithItsNamePlaceAndVersion() {
        let input = entry.input
        #expect(input.isSame(as: input))
        #expect(!input.isSame(as: JournalEntry.Input(name: [0], index: 7, version: "12 @-5")))
        #expect(!input.isSame(as: JournalEntry.Input(name: input.name, index: 8, version: "12 @-5")))
        #expect(!input.isSame(as: JournalEntry.Input(name: input.name, index: 7, version: "13 @-5")))
        let stream = JournalEntry.Input(name: input.name, index: 7, version: nil)
        #expect(!stream.isSame(as: stream))
    }

    @Test func otherLayoutsAreToldFromDamage() {
        #expect(JournalHeader.isOfAnotherLayout(JournalLine.bytes(of: [Array("scanwatch-journal-1".utf8)])))
        for line in [JournalHeader(settings: []).line, entry.line, Array("scanwatch-journal-1".utf8), []] {
            #expect(!JournalHeader.isOfAnotherLayout(line))
        }
    }

    @Test func headersComeBack() {
        for settings in [[], ["types=qr,face", "roi=0,0,1 1"], ["é\n"]] {
            #expect(JournalHeader(line: JournalHeader(settings: settings).line)?.settings == settings)
        }
        #expect(JournalHeader(line: entry.line) == nil)
        #expect(JournalEntry(line: JournalHeader(settings: []).line) == nil)
    }

    /// A line that is cut off anywhere, or changed anywhere, is none.
    @Test func tornLinesAreNone() {
        let line = entry.line
        for count in 0..<(line.count - 1) { #expect(JournalEntry(line: line.prefix(count)) == nil) }
        for place in line.indices.dropLast() {
            var changed = line
            changed[place] ^= 1
            #expect(JournalEntry(line: changed) == nil, "\(place)")
        }
    }

    /// The sums of a run that goes on are made of them.
    @Test(arguments: [-1, Int.min, Int.max, 1 << 32]) func aCountThatCannotBeIsDamage(found: Int) {
        for count in [\RunCounts.done, \.found, \.hits, \.failed] {
            var entry = entry
            entry.counts[keyPath: count] = found
            #expect(JournalEntry(line: entry.line) == nil)
        }
    }

    @Test func digestsGoOn() {
        let (start, rest) = (Array("one ".utf8), Array("two".utf8))
        #expect(
            JournalEntry.digest(of: rest, after: JournalEntry.digest(of: start))
                == JournalEntry.digest(of: start + rest))
        #expect(JournalEntry.digest(of: start) != JournalEntry.digest(of: rest))
    }
}
