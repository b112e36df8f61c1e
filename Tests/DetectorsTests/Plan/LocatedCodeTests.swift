import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codes that are located and cannot be read: in noise there are none, and blurred or damaged ones are found.
@Suite struct LocatedCodeTests {
    enum Grain: Sendable, CaseIterable {
        case grey, blackAndWhite, blocksOf2, blocksOf3, blocksOf4, blocksOf6, soft

        var side: Int {
            switch self {
            case .grey, .blackAndWhite, .soft: 1
            case .blocksOf2: 2
            case .blocksOf3: 3
            case .blocksOf4: 4
            case .blocksOf6: 6
            }
        }

        func plane(seed: UInt64) -> Plane {
            let (width, height) = (900, 600)
            var noise = Noise(seed: seed)
            let columns = width / side + 1
            let grains = (0..<columns * (height / side + 1)).map { _ in
                self == .grey ? UInt8(noise.next() * 256) : noise.next() < 0.5 ? 0 : 255
            }
            let plane = Plane(width: width, height: height) { samples in
                for index in samples.indices {
                    samples[index] = grains[index / width / side * columns + index % width / side]
                }
            }
            return self == .soft
                ? plane.boxMean(window: 5).equalized(clipLimit: 40, tilesAcross: 1, tilesDown: 1) : plane
        }
    }

    private func located(in plane: Plane) throws -> [Reading] {
        var request = DetectionRequest(types: [.qr], effort: .fast).unhurried
        request.includesUndecoded = true
        return try CodeDetector().detect(request, in: Frame(luma: plane)).readings
    }

    @Test(arguments: Grain.allCases, [1, 2, 3]) func noiseHoldsNone(grain: Grain, seed: UInt64) throws {
        #expect(try located(in: grain.plane(seed: seed)).isEmpty)
    }

    /// Symbols whose data are noise, so that nothing can read them, in noise and blurred over `blur` pixels.
    @Test(arguments: [
        (version: 1, module: 4.0, degrees: 0.0, blur: 1, noise: 40.0), (2, 3, 20, 1, 30), (4, 5, 45, 5, 20),
        (7, 4, 100, 3, 40), (10, 3, 8, 3, 20), (20, 3, 3, 1, 30),
    ])
    func unreadableCodesAreLocated(
        version: Int, module: Double, degrees: Double, blur: Int, noise: Double
    ) throws {
        let symbol = DrawnQR(
            version: version, alignment: QRVersion(version).map(\.alignmentCoordinates) ?? [])
        let half = Double(symbol.dimension) / 2
        let placed = Homography.translation(x: -half, y: -half)
            .then(.scale(x: module, y: module)).then(.rotation(degrees: degrees))
            .then(.translation(x: 300, y: 300))
        var picture = DrawnPicture(width: 600, height: 600)
        try picture.draw(placed) { symbol.color($0) }
        picture.addNoise(noise, seed: 5)
        let found = try located(in: blur > 1 ? picture.plane.boxMean(window: blur) : picture.plane)
        let reading = try #require(found.first)
        #expect(found.count == 1 && !reading.isDecoded)
        let truth = CGRect(
            around: [(0.0, 0.0), (0, 2 * half), (2 * half, 2 * half), (2 * half, 0)].map {
                placed(CGPoint(x: $0.0, y: $0.1))
            })
        #expect(reading.boundingBox.intersectionOverUnion(truth) > 0.85)
    }
}
