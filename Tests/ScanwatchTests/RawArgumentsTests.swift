import Testing

@testable import scanwatch

@Suite struct RawArgumentsTests {
    @Test(arguments: [
        Array("plain".utf8), Array("grüße 🔑".utf8), [], [0x61, 0xFF, 0x62], [0xC3], [0xC3, 0x28],
        [0xED, 0xA0, 0x80],  // a surrogate
        [0xF4, 0x8F, 0xBF, 0xBF],  // U+10FFFF, which stands for the byte FF
        [0xF4, 0x8F, 0xBF, 0xBF, 0xFF, 0x41],
    ])
    func comeBackAsTheyWere(bytes: [UInt8]) {
        #expect(RawArguments.bytes(of: RawArguments.string(of: bytes)) == bytes)
    }

    @Test(arguments: [
        (["--landmarks", "mesh", "a.jpg"], ["--landmarks-mesh", "a.jpg"]),
        (["--landmarks=mesh"], ["--landmarks-mesh"]),
        (["--landmarks", "./mesh"], ["--landmarks", "./mesh"]),
        (["a", "--landmarks"], ["a", "--landmarks"]),
        (["--", "--landmarks", "mesh"], ["--", "--landmarks", "mesh"]),
    ])
    func landmarksOfTheMesh(written: [String], meant: [String]) {
        #expect(RawArguments.withMeshFlag(written) == meant)
    }

    @Test(
        arguments: [
            (["--face-model=", "a.png"], "--face-model="), (["a.png", "--types=qr", "--zone="], "--zone="),
            (["--zone=a=", "a"], nil), (["--", "--face-model="], nil),
            (["-=", "--=", "a=", "--face-model"], nil),
        ] as [([String], String?)])
    func anOptionWithoutItsValueIsFound(written: [String], found: String?) {
        #expect(RawArguments.emptyValue(in: written) == found)
    }

    @Test func textStaysText() {
        #expect(RawArguments.string(of: Array("--types=é🔑".utf8)) == "--types=é🔑")
    }

    @Test func randomBytesComeBack() {
        for length in 0..<200 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255) }
            #expect(RawArguments.bytes(of: RawArguments.string(of: bytes)) == bytes)
        }
    }
}
