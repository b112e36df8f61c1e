import Foundation
import Testing

/// What the pictures of a folder under `Pictures` show; `make-pictures` draws the same.
enum PicturePattern: String, CaseIterable, Sendable {
    case colour, grey, bitmap, alpha, transparent
    /// A frame that leaves the first row and column of blocks free.
    case offset
    /// White on a transparent ground, which shows on black.
    case white
    /// The grey blocks of 85 are transparent.
    case greyKeyed = "grey-keyed"

    static let width = 31
    static let height = 23
    static let blockSide = 8

    /// Luma of the 4 × 3 blocks, 0 … 255 and not rounded: BT.601, over white.
    var blocks: [Double] { colours.map { 0.299 * $0.x + 0.587 * $0.y + 0.114 * $0.z } }

    /// Red, green and blue of the blocks, over white.
    var colours: [SIMD3<Double>] {
        switch self {
        case .bitmap, .white: Self.greys([0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 0, 0])
        case .grey: Self.greys(Self.levels)
        case .greyKeyed: Self.greys(Self.levels.map { $0 == 85 ? 255 : $0 })
        case .colour: Self.colours
        case .alpha: Self.overWhite(alphas: [255, 255, 128, 0, 64, 192, 255, 32, 224, 0, 255, 100])
        case .transparent: Self.overWhite(alphas: [255, 255, 0, 255, 255, 255, 0, 255, 255, 0, 255, 255])
        case .offset: Self.overWhite(alphas: [0, 0, 0, 0, 0, 255, 255, 255, 0, 255, 255, 255])
        }
    }

    private static let levels: [Double] = [0, 255, 85, 170, 85, 0, 255, 255, 170, 170, 85, 0]

    private static let colours: [SIMD3<Double>] = [
        [0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0],
        [0, 0, 255], [128, 128, 128], [255, 255, 0], [0, 255, 255],
        [255, 0, 255], [64, 64, 64], [255, 128, 0], [200, 220, 240],
    ]

    private static func greys(_ levels: [Double]) -> [SIMD3<Double>] { levels.map { SIMD3(repeating: $0) } }

    private static func overWhite(alphas: [Double]) -> [SIMD3<Double>] {
        zip(colours, alphas).map { colour, alpha in (colour * alpha + 255 * (255 - alpha)) / 255 }
    }
}

/// One file under `Pictures`.
struct TestPicture: CustomTestStringConvertible, Sendable {
    let pattern: PicturePattern
    let name: String

    var testDescription: String { "\(pattern.rawValue)/\(name)" }

    /// Whether the encoder may have changed samples.
    var isLossy: Bool {
        let ends = [
            "jpg", "jpeg.tif", "lossy.webp", "lossy.heic", "lossy.avif", "bit.heic", "bit.avif", "range.avif",
            "lossy.jxl", "jpeg.jxl", "lossy.jp2", "lossy.j2k",
        ]
        return ends.contains { name.hasSuffix($0) } || name == "thumbnail.heic"
            || name.hasPrefix("orientation") && name.hasSuffix("jxl")
    }

    /// Whether the picture is whole although its end is missing: something follows it.
    var goesOnAfterPicture: Bool { ["trailing", "animated", "pages"].contains { name.hasPrefix($0) } }

    /// Whether each decoding forks, which takes the longer the larger the process is, and that of all tests is large.
    var isDecodedByAChild: Bool {
        [".heic", ".avif", ".jxl", ".jp2", ".j2k"].contains { name.hasSuffix($0) }
    }

    var bytes: [UInt8] {
        get throws {
            [UInt8](try Data(contentsOf: Self.folder.appending(path: "\(pattern.rawValue)/\(name)")))
        }
    }

    /// All of them, sorted by name.
    static let all: [TestPicture] = PicturePattern.allCases.flatMap { pattern in
        let folder = folder.appending(path: pattern.rawValue).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { TestPicture(pattern: pattern, name: $0) }
    }

    /// One by its name, which is `pattern/file`.
    static func named(_ name: String) throws -> TestPicture {
        struct Missing: Error { let name: String }
        guard let picture = all.first(where: { $0.testDescription == name }) else {
            throw Missing(name: name)
        }
        return picture
    }

    /// Where they are, by pattern.
    static let folder = Bundle.module.bundleURL.appending(path: "Pictures")
}
