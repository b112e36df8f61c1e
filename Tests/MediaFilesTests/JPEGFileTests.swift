import Testing

@testable import MediaFiles

@Suite struct JPEGFileTests {
    /// Marker, length, content.
    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xff, marker, 0, UInt8(content.count + 2)] + content
    }

    /// As cameras send it: `AVI1`, no Huffman tables, something behind the end, with an end marker in it.
    private var motionJPEG: [UInt8] {
        [0xff, 0xd8] + segment(0xe0, Array("AVI1".utf8)) + segment(0xdb, [UInt8](repeating: 1, count: 65))
            + segment(0xc0, [8, 0, 2, 0, 4, 1, 1, 0x11, 0]) + segment(0xda, [1, 1, 0, 0, 63, 0]) + data
            + [0xff, 0xd9] + [1, 2, 0xff, 0xd9, 3]
    }

    private let data: [UInt8] = [7, 0xff, 0x00, 8, 0xff, 0xd0, 9]

    @Test func whatTheCameraSentBehindTheEndIsDropped() throws {
        let file = try #require(JPEGFile(motionJPEG))
        #expect((file.width, file.height) == (4, 2))
        #expect(!file.hasHuffmanTables)
        let written = file.file(exif: Array("Exif\0\0".utf8))
        #expect(
            written.starts(with: [0xff, 0xd8, 0xff, 0xe1, 0, 8] + Array("Exif\0\0".utf8) + [0xff, 0xdb]))
        let picture = segment(0xda, [1, 1, 0, 0, 63, 0]) + data + [0xff, 0xd9]
        #expect(written.suffix(picture.count) == picture[...])
        let before: [UInt8] = Array(written.prefix(written.count - picture.count))
        #expect(Array(before.suffix(420)) == JPEGTables.standardHuffman)
        #expect(!written.contains(subsequence: Array("AVI1".utf8)))
    }

    @Test func theHeaderSaysTheSize() {
        let size = JPEGFile.size(of: motionJPEG)
        #expect(size?.width == 4 && size?.height == 2)
        #expect(JPEGFile.size(of: [0xff, 0xd8] + segment(0xc0, [8, 0, 0, 0, 4, 1, 1, 0x11, 0])) == nil)
        let behind = segment(0xda, [1, 1, 0, 0, 63, 0]) + segment(0xc0, [8, 0, 2, 0, 4, 1, 1, 0x11, 0])
        #expect(JPEGFile.size(of: [0xff, 0xd8] + behind) == nil)
        for count in 0..<100 where JPEGFile.size(of: Array(motionJPEG.prefix(count))) != nil {
            #expect(count >= 2 + 8 + 69 + 13)
        }
    }

    /// Decoders refuse it too: nobody can say which of the sizes is the picture's.
    @Test func aPictureWithTwoFramesIsNone() {
        let frame = segment(0xc0, [8, 0, 3, 0, 4, 1, 1, 0x11, 0])
        #expect(JPEGFile([0xff, 0xd8] + frame + motionJPEG.dropFirst(2)) == nil)
    }

    @Test func tablesThatAreThereStay() throws {
        let tables = segment(0xc4, [0] + [UInt8](repeating: 0, count: 16))
        let bytes = [0xff, 0xd8] + tables + motionJPEG.dropFirst(2)
        let file = try #require(JPEGFile(Array(bytes)))
        #expect(file.hasHuffmanTables)
        #expect(!file.file(exif: []).contains(subsequence: JPEGTables.standardHuffman))
        #expect(file.file(exif: []).contains(subsequence: tables))
    }

    @Test func aPictureThatIsCutAnywhereIsNone() {
        let whole = motionJPEG.count - 5
        for count in 0..<whole { #expect(JPEGFile(Array(motionJPEG.prefix(count))) == nil, "\(count)") }
        #expect(JPEGFile(Array(motionJPEG.prefix(whole))) != nil)
    }

    @Test func tablesAndScansBehindTheFirstScanBelongToThePicture() throws {
        let more = segment(0xc4, [1, 2, 3]) + segment(0xda, [1, 1, 0, 0, 63, 0]) + [5]
        let bytes: [UInt8] = Array(motionJPEG.prefix(motionJPEG.count - 7)) + more + [0xff, 0xd9]
        let file = try #require(JPEGFile(bytes))
        #expect(file.file(exif: []).suffix(more.count + 2) == (more + [0xff, 0xd9])[...])
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence: [UInt8]) -> Bool {
        guard count >= subsequence.count else { return false }
        return (0...(count - subsequence.count)).contains { self[$0...].starts(with: subsequence) }
    }
}
