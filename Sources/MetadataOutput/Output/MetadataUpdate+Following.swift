extension MetadataUpdate {
    /// Most objects that come and go while nobody looks; of more the oldest are forgotten.
    private static let mostChanges = 1_000

    /// This update for somebody who has not seen the one before it.
    func following(_ earlier: MetadataUpdate) -> MetadataUpdate {
        var update = self
        update.appeared = Array((earlier.appeared + appeared).suffix(Self.mostChanges))
        update.disappeared = Array((earlier.disappeared + disappeared).suffix(Self.mostChanges))
        update.noteSeen(in: earlier)
        update.isSearched = isSearched || earlier.isSearched
        if !isSearched { update.unread = earlier.unread }
        update.replacedUpdates += earlier.replacedUpdates + (earlier.isEmpty ? 0 : 1)
        update.failures = failures.isEmpty ? earlier.failures : failures
        return update
    }

    /// Takes over what was in view, how often it was detected, and of what nobody had to look for it.
    private mutating func noteSeen(in earlier: MetadataUpdate) {
        let now = Dictionary(objects.map { ($0.objectID, $0) }) { $1 }
        let before = Dictionary((earlier.passedObjects + earlier.objects).map { ($0.objectID, $0) }) { $1 }
        let gone = before.values.filter { now[$0.objectID] == nil }.sorted { $0.objectID < $1.objectID }
        passedObjects = Array(gone.suffix(Self.mostChanges))
        for id in earlier.detectedObjectIDs {
            // Reads of a code that was only located, or said something else, are none of what it says now.
            if let object = now[id], let old = before[id], CodePayload(of: object) != CodePayload(of: old) {
                continue
            }
            let count = detectionCount(of: id) + earlier.detectionCount(of: id)
            detectedObjectIDs.insert(id)
            if count > 1 { furtherDetections[id] = count - 1 }
        }
        let told = Set((objects + passedObjects).map(\.objectID))
        unsearchedObjectIDs.formUnion(earlier.unsearchedObjectIDs.intersection(told))
        guard detectedObjectIDs.count > 2 * Self.mostChanges else { return }
        // Of what is told no more nothing needs to be known.
        detectedObjectIDs.formIntersection(told)
        furtherDetections = furtherDetections.filter { detectedObjectIDs.contains($0.key) }
    }
}
