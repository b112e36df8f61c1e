import PreviewLink
import Testing

/// Bytes to messages, whoever sends them.
@Suite struct LinkParserTests {
    private let messages = [
        LinkMessage(header: Array(#"{"kind":"hello"}"#.utf8)),
        LinkMessage(header: Array("{}".utf8), body: Array(0...255)),
        LinkMessage(header: [], body: []),
    ]

    @Test(arguments: [1, 2, 3, 7, 64, 10_000]) func findsMessagesHoweverTheyAreCut(step: Int) throws {
        let bytes = messages.flatMap(\.bytes)
        var parser = LinkParser(limits: .fromServer)
        var found: [LinkMessage] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            parser.append(bytes[start..<min(start + step, bytes.count)])
            while let message = try parser.next() { found.append(message) }
        }
        #expect(found == messages)
    }

    @Test func countsAreLittleEndian() {
        #expect(
            LinkMessage(header: [0x7b, 0x7d], body: [9]).bytes == [7, 0, 0, 0, 2, 0, 0, 0, 0x7b, 0x7d, 9])
    }

    /// A whole that is shorter than its header, a header over the limit, a body where none may be.
    @Test(
        arguments: [
            [3, 0, 0, 0, 0, 0, 0, 0], [8, 0, 0, 0, 5, 0, 0, 0], [255, 255, 255, 255, 0, 255, 255, 255],
            [5, 64, 0, 0, 1, 64, 0, 0], [5, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func refusesWhatCanBeNoMessageBeforeItHasArrived(bytes: [UInt8]) {
        var parser = LinkParser(limits: .fromClient)
        parser.append(bytes)
        #expect(throws: LinkError.self) { try parser.next() }
    }
}

/// What stands in headers.
@Suite struct LinkHeaderTests {
    @Test(
        arguments: [
            .credit(camera: 3, count: 2), .events(after: nil, boot: nil), .events(after: 12, boot: "a"),
            .control(LinkControl(id: 1, camera: 0, role: .view, action: .zoom(2.5))),
            .control(LinkControl(id: 2, camera: 1, role: .control, action: .torch(0))),
            .control(LinkControl(id: 3, camera: 1, role: .control, action: .point(x: 0, y: 1))),
            .control(LinkControl(id: 4, camera: 1, role: .control, action: .zones(nil, version: "a"))),
            .control(
                LinkControl(
                    id: 5, camera: 1, role: .control,
                    action: .zones(
                        [
                            LinkZone(
                                name: "mat",
                                corners: [.init(x: 0, y: 0), .init(x: 1, y: 0.5), .init(x: 0.25, y: 1)])
                        ], version: ""))),
        ] as [ClientHeader])
    func whatAClientSaysIsUnderstood(header: ClientHeader) throws {
        #expect(try ClientHeader(json: header.message.header) == header)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"kind":"credit"}"#, #"{"kind":"credit","camera":0,"count":0}"#,
        #"{"kind":"credit","camera":0,"count":5}"#, #"{"kind":"credit","camera":1e99,"count":1}"#,
        #"{"kind":"events","after":1}"#, #"{"kind":"events","after":-1,"boot":"a"}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"root","set":"zoom","value":1}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"view","set":"zoom","value":0.5}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"view","set":"point","x":0.5,"y":1.5}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"view","set":"command","value":1}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"control","set":"zones","zones":[]}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"control","set":"zones","version":"a","zones":[{"name":"","corners":[{"x":0,"y":0},{"x":1,"y":0},{"x":1,"y":1}]}]}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"control","set":"zones","version":"a","zones":[{"name":"a","corners":[{"x":0,"y":0},{"x":1,"y":0}]}]}"#,
        #"{"kind":"control","id":1,"camera":0,"role":"control","set":"zones","version":"a","zones":[{"name":"a","corners":[{"x":0,"y":0},{"x":1,"y":0},{"x":1,"y":1.5}]}]}"#,
        String(repeating: "[", count: 16_000),
    ])
    func whatMakesNoSenseIsRefused(text: String) {
        #expect(throws: LinkError.self) { try ClientHeader(json: Array(text.utf8)) }
    }

    /// A later version may say more.
    @Test func whatIsNotKnownOfAServerIsPassedOver() throws {
        let weather = #"{"kind":"weather","camera":1,"wind":{"force":3}}"#
        #expect(try ServerHeader(json: Array(weather.utf8)).kind == .unknown)
        var header = ServerHeader(.cameras)
        header.cameras = [LinkCamera(id: 0, name: "door")]
        let text = String(decoding: header.message().header, as: UTF8.self)
        let later = text.replacing(#""state":"waiting""#, with: #""state":"resting""#)
        #expect(later != text)
        #expect(try ServerHeader(json: Array(later.utf8)).cameras?.map(\.state) == [.unknown])
        #expect(throws: LinkError.self) { try ServerHeader(json: Array(#"{"kind":1}"#.utf8)) }
    }

    @Test func aRecordStandsInTheHeaderAsItIs() throws {
        var header = ServerHeader(.frame)
        (header.camera, header.captured, header.held) = (1, 5, [2])
        let message = header.message(record: Array(#"{"v":1}"#.utf8), body: [1, 2])
        #expect(
            String(decoding: message.header, as: UTF8.self)
                == #"{"camera":1,"captured":5,"held":[2],"kind":"frame","record":{"v":1}}"#)
        #expect(message.body == [1, 2])
        #expect(try ServerHeader(json: message.header) == header)
    }
}
