import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// The face detector on sample pictures; the tool's golden tests cover all of them.
@Suite struct FaceDetectorTests {
    /// One for all tests, so that the landmark model is read once.
    private static let shared = FaceDetector()

    private var detector: FaceDetector { Self.shared }

    private func sample(_ name: String) throws -> Plane { try FaceSamples.plane(name) }

    private func faces(
        in plane: Plane, by detector: FaceDetector, pose: PoseMethod = .landmarks, landmarks: Bool = false,
        effort: Effort = .normal, without steps: Set<String> = []
    ) throws -> [(reading: Reading, content: FaceContent)] {
        let request = DetectionRequest(
            types: [.face], effort: effort, pose: pose, includesLandmarks: landmarks, disabledSteps: steps)
        let result = try detector.detect(request, in: Frame(luma: plane))
        #expect(result.failures.isEmpty)
        return result.readings.compactMap { reading in
            if case .face(let content) = reading.content { (reading, content) } else { nil }
        }
    }

    private func signed(_ degrees: Double) -> Double { (degrees + 180).wrappedDegrees - 180 }

    @Test func aCameraWithoutAFaceNeedsNoLandmarkModel() throws {
        var request = DetectionRequest(types: [.face]).unhurried
        request.liveFrame = LiveFrame(number: 0)
        let wall = Frame(luma: Plane(width: 320, height: 240) { $0.update(repeating: 128) })
        let detector = FaceDetector(landmarkModel: "/nonexistent/model")
        #expect(try detector.detect(request, in: wall).readings.isEmpty)
    }

    @Test(arguments: Effort.allCases, [-60, -45, -30, -15, 0, 15, 30, 45, 60])
    func turned(_ effort: Effort, _ degrees: Int) throws {
        let name = "face/obama-turned\(degrees < 0 ? "" : "+")\(degrees == 0 ? "00" : "\(degrees)").jpg"
        let found = try faces(in: sample(name), by: detector, effort: effort)
        let face = try #require(found.first)
        #expect(found.count == 1)
        #expect(abs(signed(try #require(face.content.rollAngle) - Double(degrees))) < 3)
        #expect(abs(signed(try #require(face.content.yawAngle))) < 5)
        // The nose is where the turn is made about, so the box has to be around the picture's middle.
        #expect(face.reading.boundingBox.contains(CGPoint(x: 200, y: 200)))
    }

    /// A picture that lies on its side, or stands on its head, tells no program so.
    @Test(arguments: [1, 2, 3])
    func picturesThatLieOnTheirSide(_ quarters: Int) throws {
        let upright = try sample("face/obama-turned+15.jpg")
        let plane = View(upright).turned(byQuarters: quarters).plane
        let found = try faces(in: plane, by: detector, landmarks: true, effort: .thorough)
        let face = try #require(found.first)
        #expect(found.count == 1)
        #expect(abs(signed(try #require(face.content.rollAngle) - Double(15 + 90 * quarters))) < 4)
        #expect(face.reading.boundingBox.contains(CGPoint(x: 200, y: 200)))
        #expect(face.reading.evidence.isTurned)
        // The points are where the face is.
        #expect(face.content.landmarks.count == 68)
        let box = face.reading.boundingBox.insetBy(dx: -30, dy: -30)
        #expect(face.content.landmarks.allSatisfy(box.contains))
    }

    /// Halfway between two ways up a face is seen in both: one of the two is told, the other refused.
    @Test func aFaceThatIsSeenTwoWaysUpIsOne() throws {
        let request = DetectionRequest(types: [.face], effort: .thorough, pose: .off).unhurried
        let result = try detector.detect(request, in: Frame(luma: sample("face/obama-turned+45.jpg")))
        let face = try #require(result.readings.first)
        #expect(result.readings.count == 1)
        let lost = result.refused.filter { $0.decision == .refused(.anotherStands) }
        #expect(!lost.isEmpty)
        #expect(lost.allSatisfy { face.boundingBox.intersects($0.reading.boundingBox) })
    }

    @Test func mirroringFlipsYaw() throws {
        let plain = try #require(faces(in: sample("face/biden-turned+00.jpg"), by: detector).first)
        let mirrored = try #require(faces(in: sample("face/biden-mirrored.jpg"), by: detector).first)
        let yaw = signed(try #require(plain.content.yawAngle))
        #expect(yaw < -5)
        #expect(abs(signed(try #require(mirrored.content.yawAngle)) + yaw) < 4)
    }

    @Test func smallFacesNeedAllSteps() throws {
        let plane = try sample("face/obama-small-18.jpg")
        #expect(try faces(in: plane, by: detector).count == 1)
        #expect(try faces(in: plane, by: detector, without: ["hog1280", "hog811", "hog1280small"]).isEmpty)
    }

    /// Half a face at the edge is one with a mirror beside it; the box ends where the picture does.
    @Test func facesThatTheEdgeCuts() throws {
        let plane = try sample("face/obama-turned+00.jpg").crop(x: 200, y: 0, width: 200, height: 400)
        let face = try #require(faces(in: plane, by: detector, pose: .off).first)
        #expect(face.reading.step == HOGPass.cut.name)
        #expect(face.reading.boundingBox.minX == 0)
        #expect((40...80).contains(face.reading.boundingBox.maxX))
        #expect(try faces(in: plane, by: detector, pose: .off, without: [HOGPass.cut.name]).isEmpty)
    }

    @Test func landmarksOnlyWhenAskedFor() throws {
        let plane = try sample("face/obama-large.jpg")
        let without = try #require(faces(in: plane, by: detector).first)
        #expect(without.content.landmarks.isEmpty)
        let with = try #require(faces(in: plane, by: detector, landmarks: true).first)
        #expect(with.content.landmarks.count == 68)
        let box = with.reading.boundingBox.insetBy(dx: -30, dy: -30)
        #expect(with.content.landmarks.allSatisfy(box.contains))
    }

    /// Without landmarks no model is read, so a wrong path is no error.
    @Test func otherMethodsNeedNoModel() throws {
        let detector = FaceDetector(landmarkModel: "/nonexistent/model.dat")
        let plane = try sample("face/obama-turned+45.jpg")
        let off = try #require(faces(in: plane, by: detector, pose: .off, landmarks: true).first)
        #expect(off.content == FaceContent())
        let points = try #require(faces(in: plane, by: detector, pose: .points, landmarks: true).first)
        #expect(abs(try #require(points.content.rollAngle) - 45) < 25)
        #expect(points.content.yawAngle == nil)
        #expect(points.content.landmarks.isEmpty)
    }

    @Test func missingLandmarkModel() throws {
        let detector = FaceDetector(landmarkModel: "/nonexistent/model.dat")
        let plane = try sample("face/obama-large.jpg")
        let error = try #require(throws: PayloadError.self) { try faces(in: plane, by: detector) }
        #expect(error.code == .engineFailure)
        #expect(error.message.hasPrefix("landmark model /nonexistent/model.dat: "))
        // A picture without faces needs no landmarks.
        #expect(try faces(in: sample("none/coffee.jpg"), by: detector).isEmpty)
    }

    @Test func damagedLandmarkModel() throws {
        let detector = FaceDetector(landmarkModel: #filePath)
        let plane = try sample("face/obama-large.jpg")
        #expect(throws: PayloadError.self) { try faces(in: plane, by: detector) }
    }

    @Test(arguments: ["/nonexistent/face.onnx", #filePath])
    func wrongFaceModel(_ path: String) throws {
        let detector = FaceDetector(model: path)
        let plane = Plane(width: 64, height: 64, samples: [UInt8](repeating: 9, count: 64 * 64))
        let error = try #require(throws: PayloadError.self) { try faces(in: plane, by: detector) }
        #expect(error.message.hasPrefix("face model \(path): "))
        // Whoever wants codes too has those.
        let request = DetectionRequest(types: [.face, .qr]).unhurried
        let result = try detector.detect(request, in: Frame(luma: plane))
        #expect(result.failures == [EngineFailure(engine: .yunet, reason: error.message)])
    }

    /// A YuNet file to test with, if there is one; the package brings none.
    private static let faceModel = ProcessInfo.processInfo.environment["SCANWATCH_TEST_FACE_MODEL"]

    @Test(.enabled(if: faceModel != nil, "SCANWATCH_TEST_FACE_MODEL names no YuNet file"))
    func facesOfAModel() throws {
        let detector = FaceDetector(model: Self.faceModel)
        let plane = try sample("face/three-people.jpg")
        let found = try faces(in: plane, by: detector, pose: .points, landmarks: true)
        #expect(found.count == 3)
        #expect(found.allSatisfy { $0.reading.engine == .yunet && $0.content.landmarks.count == 5 })
        let turned = try #require(faces(in: sample("face/obama-turned+45.jpg"), by: detector).first)
        #expect(abs(try #require(turned.content.rollAngle) - 45) < 3)
        // A cat's face and nothing at all.
        #expect(try faces(in: sample("none/chelsea.jpg"), by: detector).isEmpty)
        #expect(try faces(in: Plane(width: 1, height: 1, samples: [0]), by: detector).isEmpty)
        let long = Plane(width: 40000, height: 20, samples: [UInt8](repeating: 7, count: 800_000))
        #expect(try faces(in: long, by: detector).isEmpty)
    }

    /// A face as high as the picture is one, and its box is around all of it; a small one before it is another.
    @Test(.enabled(if: faceModel != nil, "SCANWATCH_TEST_FACE_MODEL names no YuNet file"))
    func aFaceAsLargeAsThePicture() throws {
        let detector = FaceDetector(model: Self.faceModel)
        let portrait = View(try sample("face/obama-turned+00.jpg"))
        let box = try #require(faces(in: portrait.plane, by: detector, pose: .off).first).reading.boundingBox
        let margin = box.height * 0.06
        let closeUp = portrait.crop(around: box.insetBy(dx: -margin, dy: -margin))
            .resized(by: 640 / (box.height + 2 * margin), interpolation: .linear)
        let found = try faces(in: closeUp.plane, by: detector, pose: .off)
        #expect(found.count == 1)
        let whole = try #require(found.first).reading.boundingBox
        let place = CGRect(around: box.corners.map(try #require(closeUp.toPicture.inverse).callAsFunction))
        #expect(whole.intersectionOverUnion(place) > 0.8)
        // As on a photograph that the person holds.
        let photograph = portrait.crop(around: box.insetBy(dx: -box.width, dy: -box.width))
            .shrunk(toLongerSide: 200).plane
        let width = closeUp.plane.width
        let both = Plane(width: width, height: closeUp.plane.height) { target in
            closeUp.plane.withBytes { bytes in
                for place in target.indices {
                    target[place] = bytes[place / width * closeUp.plane.bytesPerRow + place % width]
                }
            }
            photograph.withBytes { bytes in
                for y in 0..<photograph.height {
                    for x in 0..<photograph.width {
                        target[(y + 440) * width + x] = bytes[y * photograph.bytesPerRow + x]
                    }
                }
            }
        }
        #expect(try faces(in: both, by: detector, pose: .off).count == 2)
    }

    /// Both models together: the mesh's angles, its name in the reading, and a sheet of small faces.
    @Test(.enabled(if: faceModel != nil && TestModels.mesh != nil, "there is no YuNet file, or no face mesh"))
    func facesOfBothModels() throws {
        let detector = FaceDetector(
            model: Self.faceModel, mesh: TestModels.mesh, landmarkModel: "/nonexistent/model")
        let found = try faces(in: sample("face/three-people.jpg"), by: detector, pose: .mesh)
        #expect(found.count == 3)
        #expect(found.allSatisfy { $0.reading.engine == .yunetMesh && $0.content.pitchAngle != nil })
        for degrees in [-60, -45, 45, 60] {
            let name = "face/astronaut-turned\(degrees < 0 ? "" : "+")\(degrees).jpg"
            let turned = try #require(faces(in: sample(name), by: detector, pose: .mesh).first)
            #expect(abs(signed(try #require(turned.content.rollAngle) - Double(degrees))) < 6)
        }
        for name in ["none/chelsea.jpg", "none/coffee.jpg", "none/rocket.jpg", "none/background-wood.png"] {
            #expect(try faces(in: sample(name), by: detector, pose: .mesh).isEmpty)
        }
        let portrait = View(try sample("face/obama-turned+00.jpg")).shrunk(toLongerSide: 64).plane
        let (columns, rows) = (20, 11)
        let sheet = Plane(width: 64 * columns, height: 64 * rows) { target in
            portrait.withBytes { bytes in
                for place in target.indices {
                    let (x, y) = (place % (64 * columns) % 64, place / (64 * columns) % 64)
                    let inside = x < portrait.width && y < portrait.height
                    target[place] = inside ? bytes[y * portrait.bytesPerRow + x] : 90
                }
            }
        }
        #expect(try faces(in: sheet, by: detector, pose: .off).count >= columns * rows * 97 / 100)
    }

    @Test(arguments: [(1, 1), (1, 40000), (40000, 3), (2, 2), (40000, 40), (7, 5000)])
    func oddSizes(_ width: Int, _ height: Int) throws {
        let samples = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let plane = Plane(width: width, height: height, samples: samples)
        for effort in Effort.allCases {
            #expect(try faces(in: plane, by: detector, effort: effort).isEmpty)
        }
    }

    @Test func severalThreadsFindTheSame() async throws {
        let plane = try sample("face/three-people.jpg")
        let expected = try faces(in: plane, by: detector).map(\.reading)
        #expect(expected.count == 3)
        try await withThrowingTaskGroup(of: [Reading].self) { group in
            for _ in 0..<4 {
                group.addTask { try faces(in: plane, by: detector).map(\.reading) }
            }
            for try await readings in group { #expect(readings == expected) }
        }
    }
}
