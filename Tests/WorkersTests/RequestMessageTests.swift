import Foundation
import MetadataOutput
import Testing

@testable import Workers

@Suite struct RequestMessageTests {
    @Test func aRequestArrivesAsItWasSent() throws {
        var request = DetectionRequest(
            types: [.qr, .face], rectOfInterest: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4),
            effort: .thorough,
            pose: .points, includesLandmarks: true, disabledSteps: ["plain", "tiles"])
        request.includesUndecoded.toggle()
        request.separatesUPCA.toggle()
        request.includesMotionPlane.toggle()
        request.runsSideBySide.toggle()
        request.includesHints.toggle()
        request.liveFrame = LiveFrame(
            number: 7, time: .milliseconds(700), previousTime: .milliseconds(600), stepsInView: ["contrast"])
        request.liveFrame?.inView = [
            ObjectInView(type: .qr, bounds: CGRect(x: 0.25, y: 0, width: 0.5, height: 1))
        ]
        request.views.thumbnailSide = 90
        request.views.includesPicture.toggle()
        request.disabledEngines = [.zbar]
        request.deadline = .milliseconds(1250)
        var writer = WireWriter()
        request.write(to: &writer)
        var reader = WireReader(writer.bytes)
        #expect(try DetectionRequest(from: &reader) == request)
    }

    @Test func aMessageThatIsCutShortIsNoRequest() throws {
        var writer = WireWriter()
        DetectionRequest(types: [.qr], liveFrame: LiveFrame(number: 0)).write(to: &writer)
        for count in writer.bytes.indices {
            var reader = WireReader(Array(writer.bytes.prefix(count)))
            #expect(throws: MalformedMessage.self) { try DetectionRequest(from: &reader) }
        }
    }
}
