public import MetadataOutput

extension DetectorCatalog {
    /// The names of the steps of a search for codes and faces, in the order they run; each can be left out by
    /// ``DetectionRequest/disabledSteps`` and stands in what it has found.
    public static func steps(for effort: Effort) -> [String] {
        Plan.steps(for: effort).map(\.name) + HOGPass.list(for: effort).map(\.name) + [YuNetFaceSearch.step]
    }

    /// The names of all steps of all efforts.
    public static var steps: [String] {
        Effort.allCases.flatMap(steps(for:)).reduce(into: []) { all, step in
            if !all.contains(step) { all.append(step) }
        }
    }
}
