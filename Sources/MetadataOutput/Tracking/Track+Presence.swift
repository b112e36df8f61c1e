import Foundation

extension Track {
    /// How long an object is shown without being detected: a few missed detections of a camera.
    private static let grace = Duration.milliseconds(300)
    /// How many whole searches must miss it, so that slow sequences have their grace too…
    private static let graceMisses = 3.0
    /// …but no longer than this.
    private static let longestGrace = Duration.seconds(1)
    /// How long an object that was hidden returns as the same.
    private static let memory = Duration.seconds(2)
    /// How much longer a face whose look is known is waited for: it was hidden bit by bit, and comes out bit by bit.
    private static let emergence = Duration.milliseconds(500)

    /// Whether the object is there.
    ///
    /// - Parameters:
    ///   - time: That of the frame.
    ///   - picture: The frame, in pixels.
    func presence(at time: Duration, in picture: CGRect) -> Presence {
        let unseen = unseen(at: time)
        // Nobody has looked for it since.
        if misses == 0 { return .inView }
        if !isCovered, !isBehindStranger, picture.contains(CGPoint(x: box.midX, y: box.midY)) {
            if misses < 1 || unseen <= Self.grace { return .inView }
            if misses < Self.graceMisses || isConfirmed, unseen <= Self.longestGrace { return .inView }
        }
        let memory = Self.memory + (likeness == nil ? .zero : Self.emergence)
        // What looks the same for ever and is never detected was no face.
        let isForgotten = time - lastSeen > memory || unseen > memory + Self.longestGrace
        return isForgotten || reachesOver(picture) ? .gone : .hidden
    }

    /// Whether it was leaving the picture: what is not seen any more then has left.
    private func reachesOver(_ picture: CGRect) -> Bool {
        let margin = 0.02 * box.meanSide
        // Foundation's `contains` of a rectangle compares unions for equality, which rounding errors decide.
        return picture.isLeft(by: box, margin: margin) || picture.isLeft(by: lastBox, margin: margin)
    }
}

extension CGRect {
    /// Whether a box is not within, or not farther from the edge than a margin.
    fileprivate func isLeft(by box: CGRect, margin: Double) -> Bool {
        box.minX < minX + margin || box.minY < minY + margin || box.maxX > maxX - margin
            || box.maxY > maxY - margin
    }
}
