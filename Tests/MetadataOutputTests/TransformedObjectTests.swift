import AVFoundationVectors
import Foundation
import Testing

@testable import MetadataOutput

/// Whole objects through the preview transform: corners, landmarks, angles, and what stays.
@Suite struct TransformedObjectTests {
    @Test func faceAngles() throws {
        let vectors = try Vectors.load().faceAngles
        #expect(vectors.count == 32)
        for vector in vectors {
            let transform = try #require(preview(angle: vector.angle, mirrored: vector.mirrored))
            let face = Self.face(roll: vector.raw.roll, yaw: vector.raw.yaw)
            let turned = transform.transformedMetadataObject(for: face)
            #expect(turned.rollAngle == vector.out.roll, "\(vector)")
            #expect(turned.yawAngle == vector.out.yaw, "\(vector)")
        }
    }

    @Test func unknownAnglesStayUnknown() throws {
        let transform = try #require(preview(angle: 90, mirrored: true))
        let turned = transform.transformedMetadataObject(for: Self.face(roll: nil, yaw: nil))
        #expect(turned.rollAngle == nil)
        #expect(turned.yawAngle == nil)
        #expect(turned.pitchAngle == 5)
    }

    @Test func landmarksGoWithTheFace() throws {
        let transform = try #require(preview(angle: 90, mirrored: false))
        var face = Self.face(roll: 0, yaw: 0)
        face.landmarks = [CGPoint(x: 0.25, y: 0.1)]
        let turned = transform.transformedMetadataObject(for: face)
        #expect(turned.landmarks == [CGPoint(x: 0.9 * 200, y: 0.25 * 400)])
        #expect(turned.bounds.isClose(to: CGRect(x: 0.5 * 200, y: 0.1 * 400, width: 60, height: 80)))
        #expect(turned.faceID == 7)
    }

    /// The first corner stays the code's own top left; as seen, the order runs the other way round.
    @Test func mirroringTurnsTheCornersRoundButKeepsTheFirst() throws {
        let transform = try #require(preview(angle: 0, mirrored: true))
        let code = Self.code(corners: CGRect(x: 0.1, y: 0.2, width: 0.2, height: 0.2).corners)
        let mirrored = transform.transformedMetadataObject(for: code)
        let expected = [(0.9, 0.2), (0.9, 0.4), (0.7, 0.4), (0.7, 0.2)]
        for (corner, unit) in zip(mirrored.corners, expected) {
            #expect(hypot(corner.x - unit.0 * 200, corner.y - unit.1 * 400) < 1e-9)
        }
        // With y down, a positive signed area is clockwise as seen.
        #expect(signedArea(code.corners) < 0)
        #expect(signedArea(mirrored.corners) > 0)
    }

    @Test func turningKeepsTheDirectionOfTheCorners() throws {
        let code = Self.code(corners: CGRect(x: 0.1, y: 0.2, width: 0.2, height: 0.2).corners)
        for angle in [0, 90, 180, 270] {
            let transform = try #require(preview(angle: angle, mirrored: false))
            let turned = transform.transformedMetadataObject(for: code)
            #expect(signedArea(turned.corners) < 0)
            #expect(turned.bounds.isClose(to: CGRect(around: turned.corners)))
        }
    }

    @Test func whatIsNotGeometryIsKept() throws {
        let transform = try #require(preview(angle: 270, mirrored: true))
        let code = Self.code(corners: CGRect(x: 0, y: 0, width: 1, height: 1).corners)
        var turned = transform.transformedMetadataObject(for: code)
        turned.bounds = code.bounds
        turned.corners = code.corners
        #expect(turned == code)
    }

    private func preview(angle: Int, mirrored: Bool) -> PreviewTransform? {
        PreviewTransform(
            videoSize: CGSize(width: 640, height: 480), previewSize: CGSize(width: 200, height: 400),
            videoGravity: .resize, videoRotationAngle: angle, isVideoMirrored: mirrored)
    }

    private func signedArea(_ corners: [CGPoint]) -> Double {
        zip(corners, corners.dropFirst() + corners.prefix(1))
            .reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2 }
    }

    private static func face(roll: Double?, yaw: Double?) -> MetadataFaceObject {
        MetadataFaceObject(
            time: .zero, duration: nil, timeInView: .zero,
            bounds: CGRect(x: 0.1, y: 0.2, width: 0.2, height: 0.3), objectID: 7, groupID: nil,
            confidence: 0.5, engine: .dlib, step: "hog", rollAngle: roll, yawAngle: yaw, pitchAngle: 5,
            landmarks: [])
    }

    private static func code(corners: [CGPoint]) -> MetadataMachineReadableCodeObject {
        MetadataMachineReadableCodeObject(
            type: .qr, time: .seconds(1), duration: .milliseconds(40), timeInView: .seconds(2),
            bounds: CGRect(around: corners), objectID: 3, groupID: 4, confidence: 0.75, engine: .zxing,
            step: "plain", corners: corners, content: CodeContent(bytes: [104, 105], text: "hi"))
    }
}
