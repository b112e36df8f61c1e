import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// What of the face mesh can be tested without its file.
@Suite struct FaceMeshModelTests {
    @Test(arguments: ["/nonexistent/mesh.onnx", #filePath])
    func wrongFile(_ path: String) throws {
        let detector = FaceDetector(mesh: path)
        let plane = Plane(width: 64, height: 64, samples: [UInt8](repeating: 9, count: 64 * 64))
        let error = try #require(throws: PayloadError.self) {
            try detector.detect(DetectionRequest(types: [.face]).unhurried, in: Frame(luma: plane))
        }
        #expect(error.message.hasPrefix("face mesh \(path): "))
    }

    /// Points of a head whose sides mirror each other, turned: pitch first, then yaw, then roll.
    private func head(roll: Double, yaw: Double, pitch: Double) -> [SIMD3<Double>] {
        let sides = [
            (33, 263), (133, 362), (159, 386), (145, 374), (70, 300), (63, 293), (105, 334), (66, 296),
            (107, 336), (46, 276), (98, 327), (129, 358), (50, 280), (205, 425), (127, 356), (234, 454),
            (93, 323), (58, 288), (172, 397), (61, 291), (246, 466), (161, 388), (160, 387), (158, 385),
            (157, 384), (173, 398), (155, 382), (154, 381), (153, 380), (144, 373), (163, 390), (7, 249),
        ]
        var points = [SIMD3<Double>](repeating: SIMD3(0, 0, -20), count: 468)
        for (number, (right, left)) in sides.enumerated() {
            let height = Double(number) - 16
            points[right] = SIMD3(-30, height, 0)
            points[left] = SIMD3(30, height, 0)
        }
        (points[10], points[152]) = (SIMD3(0, -60, 0), SIMD3(0, 60, 0))
        func turn(_ a: Double, _ b: Double, by degrees: Double) -> (Double, Double) {
            let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            return (a * cosine - b * sine, a * sine + b * cosine)
        }
        return points.map { point in
            var turned = point
            (turned.y, turned.z) = turn(turned.y, turned.z, by: pitch)
            (turned.x, turned.z) = turn(turned.x, turned.z, by: -yaw)
            (turned.x, turned.y) = turn(turned.x, turned.y, by: roll)
            return turned
        }
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0), (20, 0, 0), (-75, 0, 0), (0, 40, 0), (0, -40, 0), (0, 0, 25), (30, -20, 0),
    ])
    func poseOfPoints(_ roll: Double, _ yaw: Double, _ pitch: Double) throws {
        let pose = try #require(FacePose(mesh: head(roll: roll, yaw: yaw, pitch: pitch)))
        #expect(abs(pose.roll - roll) < 0.1)
        // The model's own scale and rest, as measured.
        #expect(abs(pose.yaw - 1.07 * yaw) < 0.5)
        #expect(abs(try #require(pose.pitch) - (pitch - 6)) < 0.5)
    }

    @Test func pointsInOnePlaceHaveNoPose() {
        #expect(FacePose(mesh: [SIMD3<Double>](repeating: .zero, count: 468)) == nil)
    }

    @Test func evidenceThatIsDecidedStaysDecided() {
        for score in stride(from: 0.2, through: 1, by: 0.1) {
            for mesh in stride(from: -20.0, through: 40, by: 4) {
                for sizes in [0, 0.5, 1.0] {
                    var evidence = FaceEvidence(score: score)
                    (evidence.mesh, evidence.otherSizes) = (mesh, sizes)
                    guard evidence.isDecided else { continue }
                    let before = evidence.isBelieved
                    for filters in [-2, -0.5, 0, 0.5, 3] {
                        evidence.filters = filters
                        #expect(evidence.isBelieved == before)
                    }
                }
            }
        }
    }

    /// The judgement counts the worst of what was not asked, the probability what most faces have.
    @Test func whatWasNotAskedOfAFaceCountsAsOfMostFaces() {
        let asked = FaceEvidence(score: 0.9, otherSizes: 0.74, mesh: 30, filters: 0.66)
        let early = FaceEvidence(score: 0.9, mesh: 30)
        #expect(early.isDecided && early.isBelieved)
        #expect(early.probability == asked.probability && early.logOdds < asked.logOdds)
        let refused = FaceEvidence(score: 0.9, otherSizes: 0, mesh: -8)
        #expect(refused.probability == 1 / (1 + exp(-refused.logOdds)))
    }

    /// What nobody asked is not told, and the harshest of what was asked is what a face was refused for.
    @Test func opinionsTellWhoRefusesAFace() {
        let asked = FaceEvidence(score: 0.99, mesh: 30)
        #expect(
            asked.opinions.map(\.source) == [.yunet, .mesh] && asked.opinions.map(\.value) == [0.99, 30])
        #expect(asked.opinions.harshest == nil)
        var masked = FaceEvidence(score: 0.997, otherSizes: 0.9, mesh: -8.4, filters: -0.5)
        #expect(!masked.isBelieved && masked.opinions.harshest?.source == .mesh)
        masked.mesh = 20
        #expect(masked.opinions.harshest?.source == .filters)
        masked.isAlikeOtherWayUp = true
        #expect(masked.opinions.harshest?.source == .otherWaysUp)
        // Without it the odds were better by as much as its opinion falls short.
        let full = FaceEvidence(score: 0.97, otherSizes: 0.74, mesh: 15, filters: 0.66)
        let leaf = FaceEvidence(score: 0.97, otherSizes: 0.1, mesh: 15, filters: 0.66)
        let shortfall = leaf.opinions.harshest?.shortfall ?? 0
        #expect(abs(full.logOdds - leaf.logOdds - shortfall) < 1e-9)
    }

    /// Rows of boxes as they were seen: two faces and a dog.
    @Test func opinionsAddUp() {
        let clear = FaceEvidence(score: 0.9, otherSizes: nil, mesh: 30, filters: nil)
        #expect(clear.isBelieved)
        let profile = FaceEvidence(score: 0.99, otherSizes: 0.83, mesh: 26, filters: -0.5)
        #expect(profile.isBelieved && profile.probability > 0.9)
        let dog = FaceEvidence(score: 0.99, otherSizes: 0.1, mesh: 3.4, filters: -0.5)
        #expect(!dog.isBelieved)
        // A socket: what speaks for it does so another way up too.
        var socket = FaceEvidence(score: 0.99, otherSizes: 0.9, mesh: 5.2, filters: 0.1)
        #expect(socket.isBelieved)
        socket.isAlikeOtherWayUp = true
        #expect(!socket.isBelieved && socket.probability < 0.3)
        // A face behind a mask: nearly alike upside down to the mesh, and nothing on its side to YuNet.
        var masked = FaceEvidence(score: 0.998, otherSizes: 0.87, mesh: 9.8, filters: 0.15)
        (masked.isAlikeOtherWayUp, masked.onItsSide) = (true, 0.13)
        #expect(masked.isBelieved)
        // A wheel that is clear to all of them, and to YuNet whichever way it lies.
        var wheel = FaceEvidence(score: 0.998, otherSizes: 0.8, mesh: 17.2, filters: 0.43)
        #expect(wheel.isBelieved && wheel.mayBeOnItsSide && masked.mayBeOnItsSide && !clear.mayBeOnItsSide)
        wheel.onItsSide = 0.99
        #expect(!wheel.isBelieved && wheel.opinions.harshest?.source == .onItsSide)
        #expect(FaceEvidence(score: 0.3, otherSizes: 0.1).isFaintLeaf)
        #expect(!FaceEvidence(score: 0.3, otherSizes: 0.95).isFaintLeaf)
    }
}
