import Foundation
import Testing

@testable import Workers

@Suite("What a start leaves behind is given back") struct StartMemoryTests {
    @Test func aPageOfTheExecutableBringsNoneFromBeyondItsPart() throws {
        StartMemory.giveBack()
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // The system gives such a file piece by piece, of which Foundation's texts have the first.
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps"))
        let maps = String(decoding: try #require(try file.readToEnd()), as: UTF8.self)
        let sizes = maps.split(separator: "\n").filter { $0.contains(" r-xp ") && $0.hasSuffix(program) }
            .map { line in
                let ends = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
                return Int(ends[1] - ends[0])
            }
        // The kernel maps more than is asked for within one mapping only. The last one is what remains.
        #expect(sizes.count > 100)
        #expect(sizes.dropLast().allSatisfy { $0 <= StartMemory.part })
    }
}
