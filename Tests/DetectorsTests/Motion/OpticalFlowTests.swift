import Foundation
import MetadataOutput
import Testing

@testable import Detectors

@Suite struct OpticalFlowTests {
    /// Soft blobs, as a camera sees things, seen through a similarity.
    private func pattern(_ place: (Double, Double) -> (Double, Double)) -> Plane {
        Plane(
            width: 320, height: 240,
            samples: (0..<(320 * 240)).map { index in
                let (x, y) = place(Double(index % 320), Double(index / 320))
                return UInt8(128 + 60 * sin(x / 7) * cos(y / 9) + 50 * sin(x / 23 + y / 17))
            })
    }

    @Test func aShiftIsMeasured() throws {
        let earlier = pattern { ($0, $1) }
        let later = pattern { ($0 - 6.5, $1 + 3) }
        let motion = try #require(
            OpticalFlow().motions(
                of: [CGRect(x: 100, y: 80, width: 80, height: 80)], from: earlier, to: later)[0])
        #expect(abs(motion.movedCenter.x - 146.5) < 0.2)
        #expect(abs(motion.movedCenter.y - 117) < 0.2)
        #expect(abs(motion.scale - 1) < 0.01)
        #expect(abs(motion.rotation) < 0.3)
    }

    /// What is kept of a frame must be of that frame.
    @Test func framesBeforeMakeNoDifference() throws {
        let frames = [(0.0, 0.0), (4.0, 1.0), (-3.0, 6.0)].map { x, y in pattern { ($0 - x, $1 - y) } }
        let (flow, place) = (OpticalFlow(), CGRect(x: 100, y: 80, width: 80, height: 80))
        func shift(_ from: Int, _ to: Int) throws -> CGPoint {
            let motion = try #require(flow.motions(of: [place], from: frames[from], to: frames[to])[0])
            return CGPoint(x: motion.movedCenter.x - 140, y: motion.movedCenter.y - 120)
        }
        for (from, to, x, y) in [
            (0, 1, 4.0, 1.0), (1, 2, -7, 5), (0, 2, -3, 6), (2, 0, 3, -6), (2, 1, 7, -5),
        ] {
            let found = try shift(from, to)
            #expect(abs(found.x - x) < 0.2 && abs(found.y - y) < 0.2, "from \(from) to \(to): \(found)")
        }
    }

    @Test func turningAndGrowingAreMeasured() throws {
        let (scale, degrees) = (1.05, 4.0)
        let (across, down) = (cos(degrees * .pi / 180) / scale, sin(degrees * .pi / 180) / scale)
        let earlier = pattern { ($0, $1) }
        // Clockwise as seen around (160, 120).
        let later = pattern { x, y in
            let (dx, dy) = (x - 160, y - 120)
            return (160 + across * dx + down * dy, 120 - down * dx + across * dy)
        }
        let motion = try #require(
            OpticalFlow().motions(
                of: [CGRect(x: 120, y: 80, width: 80, height: 80)], from: earlier, to: later)[0])
        #expect(abs(motion.scale - scale) < 0.01)
        #expect(abs(motion.rotation - degrees) < 0.5)
        #expect(abs(motion.movedCenter.x - 160) < 0.5)
    }

    /// A part of the place is that of something that passes in front.
    @Test func whatMostPointsDoIsTheMotion() throws {
        func frame(barAt left: Int) -> Plane {
            let still = pattern { ($0, $1) }
            return still.withBytes { bytes in
                Plane(
                    width: 320, height: 240,
                    samples: (0..<(320 * 240)).map { index in
                        let x = index % 320 - left
                        return (0..<60).contains(x)
                            ? UInt8((x / 6 + index / 320 / 6) % 2 * 200) : bytes[index]
                    })
            }
        }
        // Of 80 pixels' width 30 are covered.
        let motion = try #require(
            OpticalFlow().motions(
                of: [CGRect(x: 100, y: 80, width: 80, height: 80)], from: frame(barAt: 70),
                to: frame(barAt: 75))[
                    0])
        #expect(abs(motion.movedCenter.x - 140) < 0.2)
        #expect(abs(motion.movedCenter.y - 120) < 0.2)
        #expect(abs(motion.scale - 1) < 0.005)
        #expect(abs(motion.rotation) < 0.3)
    }

    @Test func nothingIsSaidOfWhatCannotBeFollowed() {
        let earlier = pattern { ($0, $1) }
        let noise = Plane(
            width: 320, height: 240,
            samples: (0..<(320 * 240)).map { UInt8(truncatingIfNeeded: ($0 &* 7919) >> 3) })
        let outside = CGRect(x: 500, y: 80, width: 80, height: 80)
        let inside = CGRect(x: 100, y: 80, width: 80, height: 80)
        #expect(OpticalFlow().motions(of: [inside], from: earlier, to: noise)[0] == nil)
        #expect(OpticalFlow().motions(of: [outside], from: earlier, to: earlier)[0] == nil)
        #expect(OpticalFlow().motions(of: [], from: earlier, to: earlier).isEmpty)
    }

    @Test func planesAreShrunkTo640() {
        let plane = OpticalFlow().plane(of: Plane(width: 1280, height: 720) { _ in })
        #expect((plane.width, plane.height) == (640, 360))
    }
}
