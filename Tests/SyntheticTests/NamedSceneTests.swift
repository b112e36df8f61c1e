import MetadataOutput
import Testing

@testable import Synthetic

@Suite struct NamedSceneTests {
    @Test(arguments: ["code", "codes", "blinking", "code=hello", "code=", "codes=a=b"])
    func knownScenesAreShown(name: String) throws {
        let scene = try #require(NamedScene(name)).scene(width: 320, height: 240, framesPerSecond: 10)
        #expect(scene.frameCount == 80)
        let frame = scene.frame(5)
        #expect(frame.luma.width == 320 && frame.luma.height == 240)
        // A code is there: something darker and something lighter than the ground.
        let (darkest, lightest) = frame.luma.withBytes { bytes in
            var range = (UInt8.max, UInt8.min)
            for index in 0..<320 * 240 { range = (min(range.0, bytes[index]), max(range.1, bytes[index])) }
            return range
        }
        #expect(darkest < 40 && lightest > 220)
    }

    @Test(arguments: ["", "elephant", "code:x", "Code", "code=" + String(repeating: "a", count: 107)])
    func othersAreNone(name: String) {
        #expect(NamedScene(name) == nil)
    }

    @Test func whatBlinksIsGoneInBetween() throws {
        var scene = try #require(NamedScene("blinking")).scene(width: 320, height: 240, framesPerSecond: 10)
        scene.noise = 0
        func lightest(_ frame: Int) -> UInt8 {
            scene.frame(frame).luma.withBytes { bytes in (0..<320 * 240).reduce(0) { max($0, bytes[$1]) } }
        }
        #expect(lightest(10) > 220 && lightest(30) < 150 && lightest(50) > 220 && lightest(70) < 150)
    }

    /// ISO/IEC 18004 has no symbol larger than its text needs here: versions 1 to 5.
    @Test(arguments: [(1, 21), (17, 21), (18, 25), (32, 25), (53, 29), (78, 33), (106, 37)])
    func symbolsAreAsSmallAsTheirTextLets(bytes: Int, side: Int) throws {
        #expect(try #require(QRSymbol(String(repeating: "a", count: bytes))).side == side)
    }
}
