import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct BullseyeSearchTests {
    @Test(arguments: [0.0, 15, 30, 45, 80])
    func findsItAtAnyAngle(degrees: Double) throws {
        let picture = try picture(degrees: degrees, module: 5, isInverted: false)
        let bullseye = try #require(BullseyeSearch.bullseyes(in: View(picture.plane)).first)
        #expect(hypot(bullseye.center.x - 200.4, bullseye.center.y - 150.7) < 2)
        #expect(bullseye.moduleSize > 4.5 && bullseye.moduleSize < 7.5)
        #expect(!bullseye.isInverted)
    }

    @Test func tellsLightOnDark() throws {
        let picture = try picture(degrees: 0, module: 3, isInverted: true)
        #expect(try #require(BullseyeSearch.bullseyes(in: View(picture.plane)).first).isInverted)
    }

    @Test(arguments: [(2.0, 15.0), (5, 15), (12, 22), (12, 36)])
    func cropHasItInItsMiddle(module: Double, modules: Double) throws {
        let picture = try picture(degrees: 0, module: module, isInverted: false)
        let bullseye = try #require(BullseyeSearch.bullseyes(in: View(picture.plane)).first)
        let crop = bullseye.crop(from: View(picture.plane), modules: modules)
        let middle = crop.toPicture(
            CGPoint(x: Double(crop.plane.width) / 2, y: Double(crop.plane.height) / 2))
        #expect(hypot(middle.x - bullseye.center.x, middle.y - bullseye.center.y) < 0.01)
        #expect(abs(Double(crop.plane.width) * crop.linearScale / bullseye.moduleSize / 2 - modules) < 1)
        // Dark in the middle, light one module on, white beyond the picture's edge.
        let step = module / crop.linearScale
        let center = crop.plane.width / 2
        #expect(crop.plane[center, center] < 128)
        #expect(crop.plane[center + Int(step.rounded()), center] > 128)
        if modules * module > 200 { #expect(crop.plane[0, center] == 255) }
    }

    @Test(arguments: [(1, 1), (7, 7), (1000, 1000)])
    func survivesNoise(width: Int, height: Int) {
        var picture = DrawnPicture(width: width, height: height, background: 128)
        picture.addNoise(128, seed: 9)
        #expect(BullseyeSearch.bullseyes(in: View(picture.plane)).count <= BullseyeSearch.limit)
    }

    /// Six rings and noise around them, as in a full-range symbol of 19 modules.
    private func picture(degrees: Double, module: Double, isInverted: Bool) throws -> DrawnPicture {
        var random = Noise(seed: 4)
        let modules = (0..<361).map { index in
            let ring = max(abs(index % 19 - 9), abs(index / 19 - 9))
            return ring <= 6 ? ring.isMultiple(of: 2) : random.next() < 0.5
        }
        let (dark, light) = isInverted ? (220.0, 40.0) : (40, 220)
        var picture = DrawnPicture(width: 400, height: 300, background: light)
        let placed = Homography.translation(x: -9.5, y: -9.5).then(.scale(x: module, y: module))
            .then(.rotation(degrees: degrees)).then(.translation(x: 200.4, y: 150.7))
        try picture.draw(placed) { place in
            guard place.x >= 0, place.y >= 0, place.x < 19, place.y < 19 else { return nil }
            return modules[Int(place.y) * 19 + Int(place.x)] ? dark : light
        }
        return picture
    }
}
