import Foundation

/// What a source's scene looks like, block by block, and how often each has been searched since it changed.
struct SceneMemory: Sendable {
    /// How long a block must have been as it is: some searches are due by time, not by frame.
    private static let leastStillness = Duration.milliseconds(500)

    /// Each block as it was when it changed last.
    private var plane: Plane
    private var searches: [Int]
    private var since: [Duration]
    private var none: PlaneBlocks

    /// A scene that was searched for the first time, whole.
    init(_ plane: Plane, at time: Duration) {
        self.plane = plane
        none = PlaneBlocks(width: plane.width, height: plane.height)
        searches = Array(repeating: 1, count: none.members.count)
        since = Array(repeating: time, count: none.members.count)
    }

    /// The scene as it is searched.
    ///
    /// - Parameter cycle: How many frames a search takes until every step has had its turn.
    func searched(at time: Duration, cycle: Int) -> SearchedScene {
        var settled = none
        for place in searches.indices
        where searches[place] > cycle && time - since[place] >= Self.leastStillness {
            settled[place] = true
        }
        return SearchedScene(plane: plane, settled: settled)
    }

    /// Takes a frame into account.
    ///
    /// - Parameter changes: Where it differs from the scene.
    mutating func note(_ frame: SearchedFrame, changes: PlaneBlocks) {
        guard changes.hasSizes(of: none), let later = frame.motionPlane,
            (later.width, later.height) == (plane.width, plane.height)
        else { return }
        // What an engine did not finish has not had its turn.
        if frame.failures.isEmpty { for place in searchedPlaces(of: frame) { searches[place] += 1 } }
        guard !changes.isEmpty else { return }
        for place in changes.members.indices where changes[place] {
            searches[place] = 1
            since[place] = frame.time
        }
        plane = plane.replacing(changes, by: later)
    }

    /// Has the blocks under a box searched again by all steps.
    ///
    /// - Parameter box: 0…1 of the picture.
    mutating func unsettle(_ box: CGRect) {
        for place in none.places(touchedBy: box) { searches[place] = 0 }
    }

    private func searchedPlaces(of frame: SearchedFrame) -> Set<Int> {
        guard let parts = frame.parts else { return Set(searches.indices) }
        let (width, height) = (Double(frame.width), Double(frame.height))
        return Set(
            parts.flatMap { part in
                none.places(
                    touchedBy: CGRect(
                        x: part.minX / width, y: part.minY / height, width: part.width / width,
                        height: part.height / height))
            })
    }
}

extension Plane {
    /// The plane with some blocks as they are in another one of its size.
    fileprivate func replacing(_ blocks: PlaneBlocks, by other: Plane) -> Plane {
        let side = PlaneBlocks.side
        return unsafe Plane(width: width, height: height, isCleared: false) { target in
            guard let start = target.baseAddress else { return }
            unsafe withUnsafeSamples { old in
                for row in 0..<height {
                    unsafe (start + row * width).update(from: old + row * bytesPerRow, count: width)
                }
            }
            unsafe other.withUnsafeSamples { new in
                for place in blocks.members.indices where blocks[place] {
                    let (left, top) = (place % blocks.columns * side, place / blocks.columns * side)
                    for row in top..<top + side {
                        unsafe (start + row * width + left).update(
                            from: new + row * other.bytesPerRow + left, count: side)
                    }
                }
            }
        }
    }
}
