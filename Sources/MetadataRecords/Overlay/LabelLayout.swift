import Foundation

/// Finds room for labels beside what they belong to, one after the other.
struct LabelLayout {
    /// Size of the drawing in pixels.
    let size: CGSize
    /// What should stay visible: the boxes of all objects.
    let obstacles: [CGRect]
    private var taken: [CGRect]

    /// - Parameter marks: What no label may hide, not even its own object's.
    init(size: CGSize, obstacles: [CGRect], marks: [CGRect]) {
        self.size = size
        self.obstacles = obstacles
        self.taken = marks
    }

    /// The place for a label of the object at `index` of the obstacles: below, above or beside it, always within the
    /// drawing and never upon another label.
    ///
    /// - Parameter mayHideOwn: Whether it may lie in its own object; upon another it never lies.
    /// - Returns: nil where there is no such place.
    mutating func place(_ label: CGSize, forObjectAt index: Int, gap: Double, mayHideOwn: Bool) -> CGRect? {
        let bounds = obstacles[index]
        let right = max(0, size.width - label.width)
        let left = min(max(0, bounds.minX), right)
        let middle = min(max(0, bounds.midX - label.width / 2), right)
        let flushRight = min(max(0, bounds.maxX - label.width), right)
        let (above, below) = (bounds.minY - gap - label.height, bounds.maxY + gap)
        let (before, after) = (bounds.minX - gap - label.width, bounds.maxX + gap)
        let bottom = bounds.maxY - label.height
        let beside = [
            (left, below), (left, above), (middle, below), (middle, above), (flushRight, below),
            (flushRight, above), (after, bounds.minY), (before, bounds.minY), (after, bottom),
            (before, bottom),
        ]
        let inside = [(left, bottom - gap), (left, bounds.midY), (middle, bounds.minY + gap)]
        let area = CGRect(origin: .zero, size: size)
        let place = (mayHideOwn ? inside : beside).lazy
            .map { CGRect(x: $0, y: $1, width: label.width, height: label.height) }
            .first { [obstacles, taken] candidate in
                area.contains(candidate) && !taken.contains { $0.intersects(candidate) }
                    && !obstacles.enumerated().contains { other, obstacle in
                        !(mayHideOwn && other == index) && obstacle.intersects(candidate)
                    }
            }
        if let place { taken.append(place) }
        return place
    }
}
