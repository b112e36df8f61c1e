import MetadataOutput
import Testing

@testable import Detectors

@Suite struct EvenLightTests {
    /// Bars of four pixels on paper, and how much light falls on each column.
    private static func picture(_ light: (Int) -> Double) -> Plane {
        Plane(width: 120, height: 2) { samples in
            for index in samples.indices {
                let column = index % 120
                samples[index] = UInt8((column / 4 % 2 == 0 ? 220 : 30) * light(column))
            }
        }
    }

    private static func isDark(_ plane: Plane) -> [Bool] {
        plane.withBytes { bytes in (0..<plane.width).map { bytes[$0] < 128 } }
    }

    /// On both sides of it bars are dark and paper is light: where the shadow begins in a bar, in paper, and between them.
    @Test(arguments: [56, 58, 60, 62]) func theEdgeOfAShadowIsNoBar(place: Int) {
        let shaded = Self.picture { $0 < place ? 1 : 0.3 }
        let bars = (0..<120).map { $0 / 4 % 2 == 1 }
        #expect(Self.isDark(shaded) != bars)
        #expect(Self.isDark(shaded.evenlyLit()) == bars)
    }

    @Test func paperIsWhiteFromOneEndToTheOther() {
        let sloping = Self.picture { 1 - 0.7 * Double($0) / 120 }.evenlyLit()
        sloping.withBytes { bytes in
            for column in 0..<120 where column / 4 % 2 == 0 { #expect(bytes[column] > 205) }
            for column in 0..<120 where column / 4 % 2 == 1 { #expect(bytes[column] < 50) }
        }
    }

    /// A bar at an end of the rows has nothing beside it.
    @Test func whatBeginsWithABarKeepsIt() {
        let plane = Self.picture { _ in 1 }.crop(x: 4, y: 0, width: 100, height: 2)
        #expect(Self.isDark(plane.evenlyLit())[..<4] == [true, true, true, true])
    }

    /// Noise on dark ground is not made bars of.
    @Test func groundStaysDark() {
        let ground = Plane(width: 60, height: 1, samples: (0..<60).map { $0 % 3 == 0 ? 12 : 6 })
        #expect(!Self.isDark(ground.evenlyLit()).contains(false))
    }

    /// The same code, one side of it in a shadow that is as dark as a third of the light.
    @Test(.enabled(if: ZXing.isCurrent), arguments: [MetadataObjectType.code39, .code128])
    func aCodeAcrossTheEdgeOfAShadowIsRead(type: MetadataObjectType) throws {
        let shape = try #require(SymbolShape.shapes(of: type, text: Array("9471538260".utf8)).first)
        var picture = DrawnPicture(width: 760, height: 260)
        try picture.draw(
            shape, height: 60, Homography.scale(x: 3, y: 3).then(.translation(x: 60, y: 40)))
        let lit = picture.plane
        let shaded = Plane(width: lit.width, height: lit.height) { samples in
            lit.withBytes { bytes in
                for index in samples.indices {
                    // It leans, and lies across the middle of the bars.
                    let isShaded = index % 760 + index / 760 > 430
                    samples[index] = UInt8(Double(bytes[index]) * (isShaded ? 0.3 : 1))
                }
            }
        }
        let request = DetectionRequest(types: [type], effort: .normal).unhurried
        let found = try CodeDetector().detect(request, in: Frame(luma: shaded)).readings
        #expect(ReadingArbiter().detections(found).count == 1)
    }
}
