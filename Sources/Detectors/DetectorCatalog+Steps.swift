public import MetadataOutput

extension DetectorCatalog {
    /// The names of the steps of a search for codes and faces, in the order they run; each can be left out by
    /// ``DetectionRequest/disabledSteps`` and stands in what it has found.
    public static func steps(for effort: Effort) -> [String] {
        Plan.steps(for: effort).map(\.name) + HOGPass.list(for: effort).map(\.name) + [YuNetFaceSearch.step]
    }
}
