import Detectors
import MetadataOutput
import Testing

@Suite struct DetectorCatalogStepsTests {
    @Test(arguments: Effort.allCases)
    func stepsHaveNamesOfTheirOwn(effort: Effort) {
        let steps = DetectorCatalog.steps(for: effort)
        #expect(steps.first == "plain")
        #expect(Set(steps).count == steps.count)
    }
}
