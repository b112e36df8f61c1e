import Foundation
import Testing

/// The pictures that cannot be read yet, from SampleImages/KNOWN-MISSES.md.
enum KnownMisses {
    /// Their paths: what stands in backquotes at the beginning of the table's rows.
    static let paths: [String] = {
        let file = SamplePicture.root.appending(path: "KNOWN-MISSES.md")
        guard let page = try? String(contentsOf: file, encoding: .utf8) else {
            preconditionFailure("\(file.path) cannot be read")
        }
        return page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
            String($0.dropFirst(3).prefix { $0 != "`" })
        }
    }()

    @Suite(.enabled(if: SamplePicture.isRecordedEngine)) struct KnownMissesTests {
        @Test func areFewAndExist() {
            let pictures = Set(SamplePicture.all.map(\.path))
            #expect(Set(paths).isSubset(of: pictures), "KNOWN-MISSES.md names pictures that do not exist")
            #expect(Set(paths).count == paths.count, "KNOWN-MISSES.md names a picture twice")
            #expect(paths.count * 20 <= pictures.count, "more than 5 % of the pictures are known misses")
        }
    }
}
