import Foundation
import MetadataOutput

// Compiled as a part of MetadataRecords.

/// Lines that somebody wrote, as what is known of a picture, as records of it, and as lines of a journal.
@_cdecl("LLVMFuzzerTestOneInput")
public func readLines(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var truths: [TruePicture] = []
    var records: [RecordLine] = []
    // Each is held against each.
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(8) {
        if let truth = try? JSONDecoder().decode(TruthLine.self, from: Data(line)).picture(in: "a/") {
            truths.append(truth)
        }
        if let record = try? JSONDecoder().decode(RecordLine.self, from: Data(line)) {
            records.append(record)
            if let truth = record.truth(path: "a") { truths.append(truth) }
        }
        readJournal(line)
    }
    for truth in truths {
        for record in records {
            for isLenient in [false, true] { judge(record.report, truth, isLenient) }
        }
        _ = truth.limited(to: ["face", "qr"])
    }
    return 0
}

private func judge(_ report: ReportedPicture, _ truth: TruePicture, _ isLenient: Bool) {
    let verdict = PictureVerdict(on: report, of: truth, isLenient: isLenient)
    precondition(verdict.read + verdict.missed.count == verdict.codes)
    precondition(verdict.found <= verdict.faces)
    precondition(verdict.rollErrors.allSatisfy { (0...180).contains($0) })
    guard (try? verdict.line) != nil else { fatalError("a verdict that cannot be written") }
    var table = EvaluationTable()
    table.add(verdict)
    precondition(table.rows.count >= 3)
}

private func readJournal(_ line: ArraySlice<UInt8>) {
    if let header = JournalHeader(line: line) { precondition(JournalHeader(line: header.line) == header) }
    if let entry = JournalEntry(line: line) {
        precondition(JournalEntry(line: entry.line) == entry)
        var counts = RunCounts()
        for _ in 0..<2 { counts.add(entry.counts) }
    }
    _ = JournalHeader.isOfAnotherLayout(line)
}

/// Leaves lines to begin with in the folder that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    let corners = #""corners":[{"x":0.1,"y":0.1},{"x":0.1,"y":0.9},{"x":0.9,"y":0.9}]"#
    let record =
        #"{"source":"a","width":9,"height":9,"objects":[{"type":"qr","text":"1","bytes":"MQ==",\#(corners)},"#
        + #"{"type":"face","bounds":{"x":0,"y":0,"width":1,"height":1},"rollAngle":350,"yawAngle":1,"engine":"hog"}]}"#
    let truth =
        #"{"file":"a","width":9,"height":9,"objects":[{"type":"qr","text":"1","alt":["2"],"addon":"12",\#(corners)},"#
        + #"{"type":"ean13","bytes_hex":"31"},{"type":"upce","part_of":"012"}],"optional":[{"type":"codabar"}],"#
        + #""faces":[{"x":0,"y":0,"width":9,"height":9,"roll":1}],"ignore":[{"x":1,"y":1,"width":-2,"height":3}],"#
        + #""incomplete":true}"#
    let input = JournalEntry.Input(name: [0x61, 0xff], index: 3, version: "v")
    var counts = RunCounts()
    counts.count(objects: 2, hasFailed: false)
    let entry = JournalEntry(input: input, end: 9, digest: 7, counts: counts)
    let samples: [[UInt8]] = [
        Array("\(truth)\n\(record)\n".utf8), Array("\(record)\n\(record)\n".utf8),
        Array(#"{"source":"a","error":{"message":"m"}}"#.utf8),
        entry.line + JournalHeader(settings: ["a b", "c"]).line,
    ]
    for (number, sample) in samples.enumerated() {
        try? Data(sample).write(to: URL(filePath: "\(folder)/\(number)"))
    }
    return 0
}
