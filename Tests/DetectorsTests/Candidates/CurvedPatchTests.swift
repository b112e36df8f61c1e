import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite("A symbol on a bent surface is followed from its finder patterns")
struct CurvedPatchTests {
    /// A module's place on a cylinder seen from afar and a little from above.
    private struct Cylinder {
        let dimension: Int
        let radius = 120.0
        let tilt = 0.4
        let module = 6.0

        func place(_ column: Double, _ row: Double) -> CGPoint {
            let angle = (column - Double(dimension) / 2) * module / radius
            return CGPoint(
                x: 200 + radius * sin(angle), y: 40 + row * module + tilt * radius * (1 - cos(angle)))
        }
    }

    /// Three finder patterns on the cylinder, drawn with four samples a pixel and direction.
    private func frames(on cylinder: Cylinder) -> (Plane, QRSize) {
        let end = Double(cylinder.dimension) - 3.5
        let centers = [(3.5, 3.5), (end, 3.5), (3.5, end)]
        let plane = Plane(width: 400, height: 300) { samples in
            samples.update(repeating: 230)
            for (column, row) in centers {
                for i in stride(from: -3.5, to: 3.5, by: 0.02) {
                    for j in stride(from: -3.5, to: 3.5, by: 0.02) {
                        let ring = max(abs(i), abs(j))
                        guard ring < 1.5 || ring > 2.5 else { continue }
                        let place = cylinder.place(column + i, row + j)
                        samples[Int(place.y) * 400 + Int(place.x)] = 20
                    }
                }
            }
        }
        let size = plane.withUnsafeSamples { samples in
            let luma = LumaSampler(plane, at: samples)
            // As the lines between the patterns tell: without slope.
            let frames = centers.map { column, row in
                FinderFrame(
                    center: cylinder.place(column, row), across: CGPoint(x: 5, y: 0),
                    down: CGPoint(x: 0, y: 6),
                    in: luma, isInverted: false)
            }
            return QRSize(corner: frames[0], right: frames[1], below: frames[2], isInverted: false)
                .sheared(in: luma)
        }
        return (plane, size)
    }

    @Test func finderPatternsTellTheSlopeOfTheirRows() {
        let (_, size) = frames(on: Cylinder(dimension: 29))
        // The row's slope on the cylinder is the tilt's times the tangent of the angle.
        let expected = 0.4 * tan((14.5 - 3.5) * 6 / 120)
        #expect(abs(size.corner.across.y / size.corner.across.x + expected) < 0.06)
        #expect(abs(size.right.across.y / size.right.across.x - expected) < 0.06)
        #expect(abs(size.corner.down.x) < 0.3)
    }

    @Test(arguments: [25, 29, 37]) func allModulesAreFollowedToHalfAModule(dimension: Int) {
        let cylinder = Cylinder(dimension: dimension)
        let (_, size) = frames(on: cylinder)
        let patch = CurvedPatch(size, dimension: dimension, twist: 0)
        for row in 0..<dimension {
            for column in 0..<dimension {
                let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                let (place, expected) = (patch.place(CGPoint(x: x, y: y)), cylinder.place(x, y))
                #expect(hypot(place.x - expected.x, place.y - expected.y) < 3, "column \(column), row \(row)")
            }
        }
    }

    @Test func aPlaceThatWasFoundIsGoneThrough() {
        let (_, size) = frames(on: Cylinder(dimension: 29))
        var patch = CurvedPatch(size, dimension: 29, twist: 1)
        let (module, found) = (CGPoint(x: 22.5, y: 22.5), CGPoint(x: 250, y: 200))
        patch.bend(module, to: found)
        #expect(hypot(patch.place(module).x - found.x, patch.place(module).y - found.y) < 1e-6)
        // The finder patterns stay where they are.
        let corner = patch.place(CGPoint(x: 3.5, y: 3.5))
        #expect(hypot(corner.x - size.corner.center.x, corner.y - size.corner.center.y) < 1e-6)
    }
}
