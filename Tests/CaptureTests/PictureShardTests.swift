import Testing

@testable import Capture

@Suite struct PictureShardTests {
    /// The same as `docs/at-scale.md` has it; machines with other versions must agree.
    @Test func namesHaveTheirShardsForEver() throws {
        let shards = ["photos/a.jpg", "photos/b.jpg", "1/1.jpg", "é", ""].map { name in
            (1...8).filter { PictureShard($0, of: 8)?.contains(Array(name.utf8)) == true }
        }
        #expect(shards == [[1], [3], [2], [4], [7]])
    }

    /// Also of names that are alike, in each of which every character stands twice.
    @Test(arguments: [2, 3, 8]) func sharesAreOfOneSize(count: Int) throws {
        let shards = try (1...count).map { try #require(PictureShard($0, of: count)) }
        var sizes = Array(repeating: 0, count: count)
        for number in 0..<8_000 {
            let name = Array("\(number)/\(number).jpg".utf8)
            let places = shards.indices.filter { shards[$0].contains(name) }
            #expect(places.count == 1)
            for place in places { sizes[place] += 1 }
        }
        #expect(sizes.allSatisfy { abs($0 - 8_000 / count) < 400 / count + 150 }, "\(sizes)")
    }

    @Test func whatIsNoShare() {
        for (number, count) in [(0, 8), (9, 8), (-1, 8), (1, 0), (1, -1)] {
            #expect(PictureShard(number, of: count) == nil)
        }
    }
}
