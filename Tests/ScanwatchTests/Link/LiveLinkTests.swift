import ArgumentParser
import CVideo4Linux
import Dispatch
import Foundation
import Glibc
import MetadataOutput
import MetadataRecords
import PreviewLink
import Testing

@testable import Capture
@testable import scanwatch

/// What clients are told of cameras when the configuration is read again.
@Suite struct LiveLinkTests {
    private final class NoInput: CaptureInput {
        var sourceName: String { "door" }
        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
            throw CaptureError(.deviceNotConnected, "door: not there")
        }
    }

    private let session = CaptureSession()
    private let link: LiveLink

    init() throws { link = try LiveLink(LinkOptions.parse([])) }

    private func add(
        _ input: any CaptureInput, _ look: LinkLook = LinkLook(), isMasked: Bool = false
    ) throws {
        let settings = LiveSettings(
            format: JSONLinesFormat(), linkFormat: JSONLinesFormat(), tellsEvents: false, tellsHints: false,
            endsAtFirstCode: false, policy: AnnouncementPolicy(), statusInterval: nil, isQuiet: false,
            isVerbose: false)
        try session.addInput(input)
        let corner = try #require(
            Zone(name: "corner", corners: [.zero, CGPoint(x: 1, y: 0), CGPoint(x: 1, y: 1)]))
        let mask = PictureMask(areas: [corner])
        session.setPictureMask(isMasked ? mask : nil, for: input)
        try link.add(
            input, as: 0, of: session, look: look, zones: [], settings: CurrentSettings(settings))
    }

    private func tellStart() {
        var record = StatusRecord(.started, date: Date())
        record.source = StatusRecord.Source(name: Array("door".utf8), index: 0)
        link.tell(record, format: JSONLinesFormat())
    }

    /// The cameras as somebody who comes is told of them.
    private var cameras: [LinkCamera] {
        get throws {
            var sockets: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
            link.server.adopt(sockets[1])
            return try LinkReader(descriptor: sockets[0]).next()?.header.cameras ?? []
        }
    }

    /// A camera whose lens zooms, or else one whose pictures are cut out of.
    private func camera(lens: Bool) -> ScriptedCamera {
        let kernel = ScriptedCamera()
        kernel.change { state in
            state.formats = [.init(code: "GREY", width: 640, height: 480)]
            // As a driver is set before anybody has asked for a format.
            state.answer = { pixels in
                guard pixels.width == 0 else { return }
                (pixels.width, pixels.height) = (640, 480)
                pixels.pixelformat = PixelFormat(name: "GREY")?.rawValue ?? 0
            }
            state.controls[ControlID.zoomAbsolute.rawValue] = .init(
                name: "Zoom, Absolute", minimum: lens ? 100 : 0, maximum: 400, value: 100)
        }
        return kernel
    }

    private func zoom(to factor: Double) throws -> ServerHeader? {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        link.server.adopt(sockets[1])
        let reader = LinkReader(descriptor: sockets[0])
        reader.say(.control(LinkControl(id: 1, camera: 0, role: .control, action: .zoom(factor))))
        return try reader.next(.answer)?.header
    }

    /// What a mask hides would be seen, once the lens shows another picture.
    @Test(arguments: [true, false], [true, false])
    func aLensThatZoomsIsNotForAMaskedCamera(isMasked: Bool, isLens: Bool) throws {
        let kernel = camera(lens: isLens)
        try add(
            CaptureDeviceInput(device: kernel.device(path: "/dev/null"), sourceName: "door"),
            isMasked: isMasked)
        let mayZoom = !(isMasked && isLens)
        let answer = try zoom(to: 2)
        #expect((answer?.error == nil) == mayZoom, "\(answer?.error ?? "")")
        #expect(kernel.value(.zoomAbsolute) == (isLens && mayZoom ? 200 : 100))
        // What can be set is asked in turn.
        tellStart()
        _ = try zoom(to: 0)
        #expect(try (cameras.first?.zoom != nil) == mayZoom)
        link.close()
    }

    /// Or the statuses of all cameras would wait, and whatever else is done on the same threads.
    @Test func aCameraThatDoesNotAnswerHoldsUpNoStatus() throws {
        let kernel = camera(lens: true)
        try add(CaptureDeviceInput(device: kernel.device(path: "/dev/null"), sourceName: "door"))
        let (isIll, isWell, hasTold) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        Thread {
            kernel.change { _ in
                isIll.signal()
                isWell.wait()
            }
        }.start()
        isIll.wait()
        Thread { [self] in
            tellStart()
            hasTold.signal()
        }.start()
        #expect(hasTold.wait(timeout: .now() + 60) == .success)
        #expect(try cameras.map(\.state) == [.live])
        isWell.signal()
        _ = try zoom(to: 2)
        #expect(try cameras.map(\.zoom?.factor) == [2])
        link.close()
    }

    @Test func aCameraThatWasNotReplacedIsAsItWas() throws {
        let (first, second) = (NoInput(), NoInput())
        try add(first)
        tellStart()
        session.beginConfiguration()
        try add(second)
        #expect(try cameras.map(\.state) == [.waiting])
        try session.removeInput(second)
        try session.commitConfiguration()
        try link.remove(second)
        #expect(try cameras.map(\.state) == [.live])
        try link.remove(first)
        #expect(try cameras.isEmpty)
        link.close()
    }

    @Test func aCameraThatWasReplacedIsTheNewOne() throws {
        let (first, second) = (NoInput(), NoInput())
        try add(first)
        tellStart()
        session.beginConfiguration()
        try add(second, LinkLook(rotation: 90))
        try session.removeInput(first)
        try session.commitConfiguration()
        try link.remove(first)
        #expect(try cameras.map(\.state) == [.waiting])
        #expect(try cameras.map(\.rotation) == [90])
        link.close()
    }

    @Test func anotherLookIsToldOfCamerasThatStay() throws {
        try add(NoInput())
        link.setLook(LinkLook(rotation: 270, isMirrored: true, gravity: "resizeAspectFill"))
        let camera = try #require(try cameras.first)
        #expect(camera.rotation == 270 && camera.mirrored && camera.gravity == "resizeAspectFill")
        link.close()
    }
}
