public import MetadataOutput

extension DetectorCatalog {
    /// The names of the steps of a search for codes and faces, in the order they run, last those that only live sources
    /// have; each can be left out by ``DetectionRequest/disabledSteps`` and stands in what it has found.
    public static func steps(for effort: Effort) -> [String] {
        let faces = HOGPass.list(for: effort)
        let live = LiveFacePart.upright(effort).filter { !faces.contains($0) }
        return Plan.steps(for: effort).map(\.name) + faces.map(\.name) + [YuNetFaceSearch.step]
            + live.map(\.name)
    }

    /// The names of all steps of all efforts.
    public static var steps: [String] {
        Effort.allCases.flatMap(steps(for:)).reduce(into: []) { all, step in
            if !all.contains(step) { all.append(step) }
        }
    }
}
