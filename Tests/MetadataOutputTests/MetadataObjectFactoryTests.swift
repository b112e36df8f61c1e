import AVFoundationVectors
import Foundation
import Testing

@testable import MetadataOutput

/// From detections in pixels to numbered objects in 0…1.
@Suite struct MetadataObjectFactoryTests {
    private let factory = MetadataObjectFactory(width: 200, height: 100, time: .zero, duration: nil)

    @Test func codesFromTopToBottomThenFaces() {
        let readings: [Reading] = [
            .face(CGRect(x: 0, y: 0, width: 10, height: 10)),
            .qr("right", CGRect(x: 60, y: 20, width: 10, height: 10)),
            .qr("left", CGRect(x: 10, y: 20, width: 10, height: 10)),
            .qr("top", CGRect(x: 150, y: 5, width: 10, height: 10)),
        ]
        let names = Self.names(factory.objects(of: readings.map { Detection(reading: $0, confidence: 1) }))
        #expect(names == ["1 top", "2 left", "3 right", "4 face"])
    }

    @Test func theOrderOfDetectionsDoesNotMatter() {
        let readings: [Reading] = (0..<6).map { index in
            .qr("\(index)", CGRect(x: (index * 37) % 90, y: (index * 53) % 80, width: 8, height: 8))
        }
        let forwards = readings.map { Detection(reading: $0, confidence: 1) }
        let backwards = Array(forwards.reversed())
        #expect(Self.names(factory.objects(of: forwards)) == Self.names(factory.objects(of: backwards)))
    }

    @Test func codesAreNormalised() throws {
        let reading = Reading.qr("a", CGRect(x: 20, y: 30, width: 40, height: 50), step: "crop")
        let objects = factory.objects(of: [Detection(reading: reading, confidence: 0.875)])
        let code = try #require(objects.first as? MetadataMachineReadableCodeObject)
        let corners = [(0.1, 0.3), (0.1, 0.8), (0.3, 0.8), (0.3, 0.3)].map { CGPoint(x: $0.0, y: $0.1) }
        #expect(code.corners == corners)
        #expect(code.bounds.isClose(to: CGRect(x: 0.1, y: 0.3, width: 0.2, height: 0.5), within: 1e-12))
        #expect(code.confidence == 0.875)
        #expect(code.engine == .zxing)
        #expect(code.step == "crop")
        #expect(code.stringValue == "a")
        #expect(code.rawBytes == [97])
        #expect(code.groupID == nil)
    }

    /// An EAN-13 with a leading 0 is a UPC-A where that is wanted, and another is none.
    @Test func upcAHasATypeOfItsOwnOnRequest() throws {
        let detections = ["0036000291452", "4012345678901"].map { digits in
            Detection(reading: .code(.ean13, digits, lines: 3), confidence: 1)
        }
        var factory = factory
        func told() -> [String] {
            factory.objects(of: detections).compactMap { $0 as? MetadataMachineReadableCodeObject }.map {
                "\($0.type.name) \($0.stringValue ?? "") \($0.rawBytes.count)"
            }.sorted()
        }
        #expect(told() == ["ean13 0036000291452 13", "ean13 4012345678901 13"])
        factory.separatesUPCA = true
        #expect(told() == ["ean13 4012345678901 13", "upca 036000291452 12"])
    }

    @Test(arguments: [
        (MetadataObjectType.ean13, "9780201379624", "9780201379624" as String?),
        (.ean13, "9791234567896", "9791234567896"),
        (.ean13, "9790201379629", nil), (.ean13, "4012345678901", nil), (.code128, "9780201379624", nil),
    ])
    func booksHaveAnISBN(type: MetadataObjectType, digits: String, isbn: String?) throws {
        let objects = factory.objects(of: [Detection(reading: .code(type, digits, lines: 3), confidence: 1)])
        let code = try #require(objects.first as? MetadataMachineReadableCodeObject)
        #expect(code.content.isbn == isbn)
    }

    @Test func facesKeepTheirAnglesAndMayReachOverTheEdge() throws {
        var reading = Reading.face(CGRect(x: -20, y: 50, width: 60, height: 100), roll: 350)
        reading.content = .face(
            FaceContent(rollAngle: 350, yawAngle: 10, pitchAngle: 3, landmarks: [CGPoint(x: 20, y: 110)]))
        let objects = factory.objects(of: [Detection(reading: reading, confidence: 0.5)])
        let face = try #require(objects.first as? MetadataFaceObject)
        #expect(face.bounds.isClose(to: CGRect(x: -0.1, y: 0.5, width: 0.3, height: 1), within: 1e-12))
        #expect(face.rollAngle == 350 && face.yawAngle == 10 && face.pitchAngle == 3)
        #expect(face.landmarks == [CGPoint(x: 0.1, y: 1.1)])
        #expect(face.faceID == 1 && face.objectID == 1)
        #expect(face.type == .face)
    }

    @Test func aCodeAtTheEdgeMayLeaveThePictureWithItsCornersAndBoundsAlike() throws {
        let reading = Reading.qr("a", CGRect(x: 20, y: -0.7, width: 40, height: 50))
        let objects = factory.objects(of: [Detection(reading: reading, confidence: 1)])
        let code = try #require(objects.first as? MetadataMachineReadableCodeObject)
        #expect(code.bounds == CGRect(around: code.corners) && code.bounds.minY == -0.7 / 100)
    }

    private static func names(_ objects: [any MetadataObject]) -> [String] {
        objects.map { object in
            let text = (object as? MetadataMachineReadableCodeObject)?.stringValue ?? "face"
            return "\(object.objectID) \(text)"
        }
    }
}
