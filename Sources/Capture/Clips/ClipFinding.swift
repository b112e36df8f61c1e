package import Foundation
import MetadataOutput

/// What was found in a frame, as far as clips need it.
struct ClipFinding: Sendable {
    /// The frame's.
    let time: Duration
    /// For the metadata track; nil for nothing.
    let metadata: [UInt8]?
    /// What players show.
    let text: String
    /// Space: 0…1 of the picture, origin top left. Faces by their objects' ids.
    let faces: [Int: CGRect]
}

/// What was found in frames, in the order of time.
struct ClipFindings: Sendable {
    private var list: [ClipFinding] = []
    /// Whether nothing more will be found.
    var isComplete = false

    /// Adds the next one; one that is not later than all before is left out.
    mutating func add(_ finding: ClipFinding) {
        if let last = list.last, finding.time <= last.time { return }
        list.append(finding)
    }

    /// Forgets what says nothing of this time or later.
    mutating func removeAll(before time: Duration) {
        let count = (list.lastIndex { $0.time <= time } ?? 0)
        list.removeFirst(count)
    }

    /// The last one's time; nil if there is none.
    var end: Duration? { list.last?.time }

    /// Those behind one time, up to another.
    func between(_ start: Duration?, _ end: Duration) -> [ClipFinding] {
        list.filter { finding in finding.time <= end && (start.map { finding.time > $0 } ?? true) }
    }

    /// Where faces are at this time: what was found before and after it lies within, and what moves is between the two.
    ///
    /// - Returns: nil if no frame before it, or none after it, was searched.
    func faces(at time: Duration) -> [Int: CGRect]? {
        guard let before = list.last(where: { $0.time <= time }),
            let after = list.first(where: { $0.time >= time })
        else { return nil }
        return before.faces.merging(after.faces) { $0.union($1) }
    }
}

extension HiddenRegion {
    /// What makes a face unrecognisable, however it lies: chin, hair and ears are outside of what detectors call one.
    ///
    /// - Parameter bounds: Space: 0…1 of the picture, origin top left. What a detector says.
    package init(blurringFace bounds: CGRect) {
        self.init(bounds.insetBy(dx: -bounds.width * 0.25, dy: -bounds.height * 0.25), style: .blurred)
    }
}
