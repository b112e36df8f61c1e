import MetadataOutput

/// Which types are due in which frame of a live source.
///
/// Codes are searched for in every frame. Faces, which cost several times as much, in every third, and are moved in
/// between: in 18 clips as many were followed so as with a part of their search in every frame.
struct LiveSchedule: Sendable {
    private static let faceInterval = 3

    private var frames = 0

    /// How much of each type's search is due in the next frame.
    mutating func nextShares(of types: Set<MetadataObjectType>) -> [MetadataObjectType: Double] {
        defer { frames += 1 }
        let due = types.filter { $0 != .face || frames.isMultiple(of: Self.faceInterval) }
        return Dictionary(uniqueKeysWithValues: due.map { ($0, 1) })
    }
}
