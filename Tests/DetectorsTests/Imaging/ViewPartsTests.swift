import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct ViewPartsTests {
    @Test(arguments: [(100, 80, 1), (2000, 2000, 1), (2001, 100, 2), (3600, 3600, 4), (6000, 4000, 12)])
    func partsCoverThePictureAndShareWhatTheyShould(width: Int, height: Int, count: Int) {
        let parts = View(Plane(width: width, height: height) { _ in }).parts(ofSide: 2000, sharing: 400)
        #expect(parts.count == count)
        let boxes = parts.map { part in
            let start = part.toPicture(.zero)
            return CGRect(
                x: start.x, y: start.y, width: Double(part.plane.width), height: Double(part.plane.height))
        }
        #expect(boxes.allSatisfy { $0.width <= 2000 && $0.height <= 2000 })
        #expect(
            boxes.reduce(CGRect.null) { $0.union($1) } == CGRect(x: 0, y: 0, width: width, height: height))
        // Whatever is no larger than what is shared is whole in one of them.
        for x in stride(from: 0, through: max(0, width - 400), by: 57) {
            for y in stride(from: 0, through: max(0, height - 400), by: 57) {
                let code = CGRect(x: x, y: y, width: min(400, width), height: min(400, height))
                #expect(boxes.contains { $0.contains(code) })
            }
        }
    }
}
