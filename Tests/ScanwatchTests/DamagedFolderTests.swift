import Foundation
import Testing

/// A folder of 300 sample pictures, every other one damaged: a record for each, no crash, always the same.
@Suite struct DamagedFolderTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        var random = SplitMix64(state: 2026)
        for (index, picture) in try Self.pictures().enumerated() {
            var bytes = Array(try Data(contentsOf: picture))
            if index % 2 == 1 { Self.damage(&bytes, using: &random) }
            let name = String(format: "%03d.", index) + picture.pathExtension
            try Data(bytes).write(to: scratch.url.appending(path: name))
        }
    }

    @Test func everyPictureHasARecordAndTheSameOneAgain() throws {
        let first = try Tool.run("scanwatch -j1 .", in: scratch.url)
        #expect(first.status == 2, "\(first.errors)")
        let records = try first.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(records.map { $0["index"] as? Int } == Array(0..<300))
        let failed = records.indices.filter { records[$0]["error"] != nil }
        #expect(failed.count > 75 && failed.allSatisfy { $0 % 2 == 1 }, "failed: \(failed)")
        for jobs in ["-j1", "-j2"] {
            let again = try Tool.run("scanwatch \(jobs) .", in: scratch.url)
            #expect(again.output == first.output, "\(jobs)")
            #expect(again.status == 2, "\(again.errors)")
        }
    }

    /// 300 of the sample pictures, spread over all folders; large ones would only take time.
    private static func pictures() throws -> [URL] {
        let samples = Tool.package.appending(path: "SampleImages")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: samples.path).sorted().filter {
            path in
            let attributes = try FileManager.default.attributesOfItem(
                atPath: samples.appending(path: path).path)
            return [".png", ".jpg"].contains { path.hasSuffix($0) }
                && (attributes[.size] as? Int ?? 0) < 60_000
        }
        try #require(paths.count > 100)
        return (0..<300).map { samples.appending(path: paths[$0 * paths.count / 300]) }
    }

    /// Cuts the end off, or flips up to 16 bits.
    private static func damage(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        if Bool.random(using: &random) {
            bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
        } else {
            for _ in 0..<Int.random(in: 1...16, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
        }
    }
}

/// Steele, Lea and Flood's generator: the same numbers for the same seed.
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
