import Foundation

/// The recordings of an output that are not finished: of those that were stopped the rest is written while the next one is recorded.
struct MovieRecordings {
    private struct Entry {
        let number: Int
        let recording: MovieRecording
        var url: URL
    }

    /// Oldest first.
    private var entries: [Entry] = []
    private var lastNumber = 0

    /// The one that was begun last; nil if all are finished.
    var newest: MovieRecording? { entries.last?.recording }
    /// Where that one goes.
    var newestURL: URL? { entries.last?.url }
    /// All of them, oldest first.
    var all: [MovieRecording] { entries.map(\.recording) }

    /// Adds one.
    ///
    /// - Parameter make: Makes it, given the number by which it is known here.
    mutating func add(to url: URL, make: (Int) -> MovieRecording) -> MovieRecording {
        lastNumber += 1
        let recording = make(lastNumber)
        entries.append(Entry(number: lastNumber, recording: recording, url: url))
        return recording
    }

    /// Where one goes; nil if it is finished.
    func url(of number: Int) -> URL? { entries.first { $0.number == number }?.url }

    /// Notes that one goes on elsewhere.
    mutating func move(_ number: Int, to url: URL) {
        for index in entries.indices where entries[index].number == number { entries[index].url = url }
    }

    /// Removes one that is finished.
    mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }
}
