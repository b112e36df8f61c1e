import ArgumentParser
import Capture
import Foundation
import Glibc
import MetadataOutput
import MetadataRecords
import PreviewLink
import Testing

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

    private func add(_ input: NoInput, _ look: LinkLook = LinkLook()) throws {
        let settings = LiveSettings(
            format: JSONLinesFormat(), linkFormat: JSONLinesFormat(), tellsEvents: false, tellsHints: false,
            endsAtFirstCode: false, policy: AnnouncementPolicy(), statusInterval: nil, isQuiet: false,
            isVerbose: false)
        try session.addInput(input)
        try link.add(input, as: 0, of: session, look: look, zones: []) { settings }
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
