/// Where a track's samples are in a file, and how long they last: what makes an ordinary movie of fragments.
struct SampleIndex: Sendable {
    /// Samples that follow one another in the file.
    struct Chunk: Sendable {
        /// From the file's beginning.
        var offset: Int
        var sizes: [UInt32]
        /// In ticks.
        var durations: [UInt32]
        /// By how much later than in this order each is shown, in ticks; empty where none is.
        var delays: [UInt32] = []
        /// Places of those that need others to be decoded.
        var dependent: [Int]
    }

    /// When the first sample begins, in ticks.
    private(set) var start: Int?
    private var sizes: [UInt32] = []
    /// Samples in succession that last as long.
    private var durations: [(count: UInt32, ticks: UInt32)] = []
    /// Samples in succession that are shown as much later; kept only if some are.
    private var delays: [(count: UInt32, ticks: UInt32)] = []
    private var chunks: [(offset: UInt64, count: UInt32)] = []
    /// Numbers from 1 of those that can be decoded alone; kept only if some cannot.
    private var keyFrames: [UInt32] = []
    private var hasDependent = false
    /// How long all of them last, in ticks.
    private(set) var duration = 0
    /// The same up to when the last of them has been shown.
    private(set) var shownDuration = 0

    var count: Int { sizes.count }

    /// What the index needs in the file, and not much less than it needs in memory, in bytes.
    var byteCount: Int {
        sizes.count * 4 + (durations.count + delays.count) * 8 + chunks.count * 20 + keyFrames.count * 4
    }

    /// Takes samples in.
    ///
    /// - Parameter time: When the first of them begins, in ticks.
    mutating func add(_ chunk: Chunk, from time: Int) {
        if start == nil { start = time }
        let dependent = Set(chunk.dependent)
        if !hasDependent, !dependent.isEmpty {
            hasDependent = true
            keyFrames = sizes.indices.map { UInt32($0 + 1) }
        }
        for (index, ticks) in chunk.durations.enumerated() {
            if hasDependent, !dependent.contains(index) { keyFrames.append(UInt32(sizes.count + index + 1)) }
            Self.note(ticks, in: &durations)
            duration += Int(ticks)
            let delay = chunk.delays.isEmpty ? 0 : Int(chunk.delays[index])
            shownDuration = max(shownDuration, duration + delay)
        }
        if delays.isEmpty, !chunk.delays.isEmpty, !sizes.isEmpty { delays = [(UInt32(sizes.count), 0)] }
        if !delays.isEmpty || !chunk.delays.isEmpty {
            for index in chunk.sizes.indices {
                Self.note(chunk.delays.isEmpty ? 0 : chunk.delays[index], in: &delays)
            }
        }
        sizes += chunk.sizes
        chunks.append((UInt64(chunk.offset), UInt32(chunk.sizes.count)))
    }

    private static func note(_ ticks: UInt32, in runs: inout [(count: UInt32, ticks: UInt32)]) {
        if let last = runs.last, last.ticks == ticks {
            runs[runs.count - 1].count += 1
        } else {
            runs.append((1, ticks))
        }
    }

    private static func append(
        _ type: StaticString, _ runs: [(count: UInt32, ticks: UInt32)], to table: inout [UInt8]
    ) {
        table.appendBox(type, version: 0) { box in
            box.append32(runs.count)
            for run in runs {
                box.append32(run.count)
                box.append32(run.ticks)
            }
        }
    }

    /// Appends the boxes that say it.
    func append(to table: inout [UInt8]) {
        Self.append("stts", durations, to: &table)
        if !delays.isEmpty { Self.append("ctts", delays, to: &table) }
        // Without it all samples can be decoded alone.
        if hasDependent {
            table.appendBox("stss", version: 0) { box in
                box.append32(keyFrames.count)
                for number in keyFrames { box.append32(number) }
            }
        }
        table.appendBox("stsc", version: 0) { box in
            var runs: [(first: Int, count: UInt32)] = []
            for (index, chunk) in chunks.enumerated() where runs.last?.count != chunk.count {
                runs.append((index + 1, chunk.count))
            }
            box.append32(runs.count)
            for run in runs {
                box.append32(run.first)
                box.append32(run.count)
                box.append32(1)
            }
        }
        table.appendBox("stsz", version: 0) { box in
            box.append32(0)
            box.append32(sizes.count)
            for size in sizes { box.append32(size) }
        }
        table.appendBox("co64", version: 0) { box in
            box.append32(chunks.count)
            for chunk in chunks { box.append64(chunk.offset) }
        }
    }
}
