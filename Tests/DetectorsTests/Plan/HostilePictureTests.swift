import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Pictures made to keep an engine busy, or to lead it where no pixel is.
@Suite struct HostilePictureTests {
    /// Unbounded, ZXing takes more than 25 seconds over 1,400 patterns.
    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func aFieldOfFinderPatternsIsNoDaysWork(isInverted: Bool) throws {
        let plane = Self.field(of: 3, width: 1000, height: 1000, isInverted: isInverted)
        var request = DetectionRequest(types: CodeDetector().supportedTypes).unhurried
        request.includesUndecoded = true
        let result = try CodeDetector().detect(request, in: Frame(luma: plane))
        #expect(result.readings.allSatisfy { !$0.isDecodedCode })
    }

    @Test func enginesAreKeptFromCrowds() {
        var crowds = FinderCrowd()
        func admits(_ plane: Plane, to reader: Step.Reader) -> Bool {
            let layers = reader.matrixLayers(of: View(plane), types: [.qr])
            return crowds.admits(reader.finderPatterns(in: plane, layers: layers))
        }
        let crowd = Self.field(of: 3, width: 1000, height: 1000, isInverted: false)
        #expect(!admits(crowd, to: .zxing(.init())) && !admits(crowd, to: .zbar))
        // Too narrow for blocks.
        #expect(!admits(Self.field(of: 1, width: 36, height: 1000, isInverted: false), to: .zxing(.init())))
        // A few symbols as often as one likes, a hundred patterns only some times.
        let (few, many) = (
            Self.field(of: 4, width: 200, height: 200, isInverted: false),
            Self.field(of: 3, width: 300, height: 300, isInverted: false)
        )
        let (often, always) = (
            (0..<20).count { _ in admits(many, to: .zbar) },
            (0..<20).count { _ in admits(few, to: .zbar) }
        )
        #expect(often == 12 && always == 20)
    }

    /// Finder patterns of so many pixels a module, a light module around each.
    private static func field(of module: Int, width: Int, height: Int, isInverted: Bool) -> Plane {
        Plane(width: width, height: height) { samples in
            for index in samples.indices {
                let (column, row) = (index % width / module % 9, index / width / module % 9)
                let ring = max(abs(column - 4), abs(row - 4))
                let isDark = ring != 2 && ring != 4
                samples[index] = isDark != isInverted ? 20 : 235
            }
        }
    }

    /// A wild homography leads to places that are no numbers.
    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func placesThatFitNoInteger(value: Double) {
        let plane = Plane(width: 3, height: 2, samples: [10, 20, 30, 40, 50, 60])
        let read = plane.withUnsafeSamples { LumaSampler(plane, at: $0).value(value, value) }
        #expect(read == 10 || read == 60)
        let box = CGRect(x: value, y: value, width: 1, height: 1)
        let crop = View(plane).crop(around: box).plane
        #expect(crop.width >= 1 && crop.height >= 1)
        #expect(1...40 ~= QRVersion(nearestTo: value).number)
        let line = TimingLine(start: .zero, end: CGPoint(x: value, y: 1), module: 1)
        #expect(plane.withUnsafeSamples { line.changes(in: LumaSampler(plane, at: $0)) } >= 0)
    }
}

extension Reading {
    fileprivate var isDecodedCode: Bool {
        if case .code(let content) = content { content.isDecoded } else { false }
    }
}
