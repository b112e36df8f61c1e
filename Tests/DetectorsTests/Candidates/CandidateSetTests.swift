import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// A large picture is searched part by part, as long as there is time.
@Suite struct CandidateSetTests {
    @Test(arguments: [(Duration.zero, true), (.seconds(1000), false)])
    func partsForWhichThereIsNoTimeAreLeftOut(deadline: Duration, isCut: Bool) {
        let plane = Plane(width: 4500, height: 300) { $0.update(repeating: 255) }
        var request = DetectionRequest(types: [.qr])
        request.deadline = deadline
        var planes = PlaneSet(plane)
        var candidates = CandidateSet(request, in: plane, until: SearchTime(of: request, share: 1))
        let found = candidates.codes(in: &planes, .fine)
        #expect(found.codes.isEmpty)
        #expect(candidates.areCutShort == isCut)
    }
}
