import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Models that are no part of the package; the mesh from `Scripts/test-models`.
enum TestModels {
    static let mesh: String? = ProcessInfo.processInfo.environment["SCANWATCH_TEST_MODELS"]
        .map { "\($0)/\(ModelFile.mesh.fileName)" }
        .flatMap { FileManager.default.isReadableFile(atPath: $0) ? $0 : nil }
}

/// The face mesh on sample pictures. `Scripts/test` fetches the model; without it these tests are left out, and say so.
@Suite(.enabled(if: TestModels.mesh != nil, "there is no face mesh: run Scripts/test, with the network"))
struct FaceMeshTests {
    /// One for all tests. The landmark model is not there, so that only the mesh can tell a pose.
    private static let shared = FaceDetector(mesh: TestModels.mesh, landmarkModel: "/nonexistent/model")

    private func face(
        _ name: String, by detector: FaceDetector = shared,
        _ change: (inout DetectionRequest) -> Void = { _ in }
    ) throws -> (reading: Reading, content: FaceContent) {
        var request = DetectionRequest(types: [.face], pose: .mesh).unhurried
        change(&request)
        let result = try detector.detect(request, in: Frame(luma: try FaceSamples.plane(name)))
        #expect(result.failures.isEmpty)
        let reading = try #require(result.readings.first)
        guard case .face(let content) = reading.content else { throw CancellationError() }
        return (reading, content)
    }

    private func signed(_ degrees: Double) -> Double { (degrees + 180).wrappedDegrees - 180 }

    @Test(arguments: [-60, -45, -30, -15, 0, 15, 30, 45, 60])
    func turned(_ degrees: Int) throws {
        let name = "face/obama-turned\(degrees < 0 ? "" : "+")\(degrees == 0 ? "00" : "\(degrees)").jpg"
        let content = try face(name).content
        #expect(abs(signed(try #require(content.rollAngle) - Double(degrees))) < 4)
        #expect(abs(signed(try #require(content.yawAngle))) < 6)
        #expect(abs(signed(try #require(content.pitchAngle))) < 15)
    }

    @Test func mirroringFlipsYaw() throws {
        let yaw = signed(try #require(face("face/biden-turned+00.jpg").content.yawAngle))
        let mirrored = signed(try #require(face("face/biden-mirrored.jpg").content.yawAngle))
        #expect(yaw < -5)
        #expect(abs(mirrored + yaw) < 7)
    }

    @Test func givesItsPoints() throws {
        let (reading, content) = try face("face/obama-large.jpg") {
            $0.includesLandmarks = true
            $0.includesMesh = true
        }
        #expect(content.landmarks.count == 468)
        let box = reading.boundingBox
        #expect(content.landmarks.allSatisfy(box.insetBy(dx: -box.width / 4, dy: -box.height / 4).contains))
        // The tip of the nose, and the eyes' outer corners on both sides of it.
        #expect(content.landmarks[33].x < content.landmarks[1].x)
        #expect(content.landmarks[263].x > content.landmarks[1].x)
    }

    @Test(arguments: ["face/obama-turned+60.jpg", "face/biden-mirrored.jpg", "face/astronaut-turned-45.jpg"])
    func pointsAgreeWithAngles(_ name: String) throws {
        let content = try face(name, by: FaceDetector(mesh: TestModels.mesh)) { $0.includesLandmarks = true }
            .content
        #expect(content.landmarks.count == 68)
        let seen = try #require(FacePose(landmarks: content.landmarks))
        let roll = try #require(content.rollAngle)
        #expect(abs(signed(seen.roll - roll)) < 15)
    }

    /// A socket as it is drawn looks like a face with its holes as eyes; turned by 180° it is the same.
    @Test func aSocketIsAlikeAnotherWayUpAndAFaceIsNot() throws {
        let path = try #require(TestModels.mesh)
        let model = try FaceMesh(file: Data(contentsOf: URL(filePath: path)), path: path)
        func isAlike(_ picture: Plane, _ box: CGRect) throws -> Bool {
            let pass = MeshPass(model: model, picture: picture)
            let fit = try #require(try pass.fit(of: box, roll: 0, search: .none))
            #expect(fit.logit >= 0)
            return try pass.isAlikeOtherWayUp(box, as: fit)
        }
        let face = try self.face("face/obama-large.jpg").reading.boundingBox
        #expect(try !isAlike(FaceSamples.plane("face/obama-large.jpg"), face))
        #expect(try isAlike(Self.socket, CGRect(x: 54, y: 54, width: 132, height: 132)))
    }

    /// A face that is said to stand upright, and lies on its side, is one another way up.
    @Test(arguments: [0.0, 90, 270])
    func bothSidesAreLookedAt(_ turn: Double) throws {
        let path = try #require(TestModels.mesh)
        let model = try FaceMesh(file: Data(contentsOf: URL(filePath: path)), path: path)
        let picture = try FaceSamples.plane("face/obama-large.jpg")
        let box = try face("face/obama-large.jpg").reading.boundingBox
        let fit = try #require(
            try MeshPass(model: model, picture: picture).fit(of: box, roll: 0, search: .none))
        let turned = View(picture).turned(by: turn, border: .replicated)
        let back = try #require(turned.toPicture.inverse)
        let pass = MeshPass(model: model, picture: turned.plane)
        let place = CGRect(around: box.corners.map(back.callAsFunction))
        #expect(try pass.isAlikeOtherWayUp(place, as: fit) == (turn != 0))
    }

    /// 240 columns and rows: a rim, two holes on the middle line, and clips above and below.
    private static let socket: Plane = {
        var samples = [UInt8](repeating: 235, count: 240 * 240)
        for y in 0..<240 {
            for x in 0..<240 {
                let (u, v) = (Double(x) - 119.5, Double(y) - 119.5)
                let isRim = abs(hypot(u, v) - 72) < 3
                let isHole = hypot(abs(u) - 22, v) < 10
                let isClip = abs(u) < 8 && abs(abs(v) - 70) < 8
                if isRim || isHole || isClip { samples[y * 240 + x] = 50 }
            }
        }
        return Plane(width: 240, height: 240, samples: samples)
    }()

    /// A start that is wrong by more than a look can mend.
    @Test(arguments: [-90.0, -50, 0, 50, 90])
    func findsTheAngleFromAWrongStart(_ start: Double) throws {
        let path = try #require(TestModels.mesh)
        let model = try FaceMesh(file: Data(contentsOf: URL(filePath: path)), path: path)
        let picture = try FaceSamples.plane("face/obama-large.jpg")
        let box = try face("face/obama-large.jpg").reading.boundingBox
        let pass = MeshPass(model: model, picture: picture)
        let fit = try #require(try pass.fit(of: box, roll: start, search: .nearby))
        #expect(fit.logit > 8)
        #expect(abs(fit.pose.roll - 3) < 4)
        // The same model says that a wall is none.
        let wall = MeshPass(
            model: model, picture: Plane(width: 300, height: 300) { $0.update(repeating: 90) })
        let nothing = try #require(try wall.fit(of: box, roll: start, search: .nearby))
        #expect(nothing.logit < 0)
    }

    /// YuNet's eye points of a face upside down are often those of an upright one, and to the mesh that is a face as well,
    /// hardly a clear one.
    @Test(arguments: [0.0, 15, 180])
    func aFaceUpsideDownIsToldSo(_ turn: Double) throws {
        let path = try #require(TestModels.mesh)
        let model = try FaceMesh(file: Data(contentsOf: URL(filePath: path)), path: path)
        let picture = View(try FaceSamples.plane("face/obama-large.jpg")).turned(
            by: turn, border: .replicated)
        let back = try #require(picture.toPicture.inverse)
        let box = try face("face/obama-large.jpg").reading.boundingBox
        let place = CGRect(around: box.corners.map(back.callAsFunction))
        let pass = MeshPass(model: model, picture: picture.plane)
        let fit = try #require(try pass.fit(of: place, roll: 0, search: .upsideDown))
        #expect(fit.isClear)
        #expect(abs(signed(fit.pose.roll - 3 - turn)) < 5)
    }
}
