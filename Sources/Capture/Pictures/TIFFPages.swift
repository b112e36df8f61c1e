/// The pages of a TIFF file, along its chain of directories (TIFF 6.0, section 2; BigTIFF has longer numbers).
struct TIFFPages {
    private let bytes: [UInt8]
    private let isLittleEndian: Bool
    /// Bytes of an offset, of a directory's count of entries, and of an entry.
    private let sizes: (offset: Int, count: Int, entry: Int)

    /// More are not counted.
    private static let most = 10_000
    /// NewSubfileType, and its bits of what is no page: a smaller copy of another picture, a mask for one.
    private static let (subfileType, noPage) = (254, 0b101)

    /// How many pages a file has; 0 for one that is no TIFF file.
    static func count(in bytes: [UInt8]) -> Int {
        TIFFPages(bytes)?.count ?? 0
    }

    private init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        switch bytes.prefix(4) {
        case [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42]: sizes = (4, 2, 12)
        case [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43]: sizes = (8, 8, 20)
        default: return nil
        }
        isLittleEndian = bytes[0] == 0x49
    }

    private var count: Int {
        var (pages, known) = (0, Set<Int>())
        var next = number(at: sizes.offset, of: sizes.offset)
        // Directories do not lie in one another: those of a file that is made to last have no more entries than it has room for.
        var room = bytes.count / sizes.entry
        while let directory = next, directory > 0, known.insert(directory).inserted, known.count <= Self.most,
            let entries = number(at: directory, of: sizes.count), entries <= room
        {
            room -= entries
            let first = directory + sizes.count
            if isPage(entriesAt: first, count: entries) { pages += 1 }
            next = number(at: first + entries * sizes.entry, of: sizes.offset)
        }
        return pages
    }

    private func isPage(entriesAt first: Int, count: Int) -> Bool {
        for entry in 0..<count {
            let place = first + entry * sizes.entry
            guard let tag = number(at: place, of: 2), tag <= Self.subfileType else { return true }
            if tag == Self.subfileType {
                return (number(at: place + sizes.entry - sizes.offset, of: 4) ?? 0) & Self.noPage == 0
            }
        }
        return true
    }

    /// A number; nil where the file ends before it, or beyond what a file may have.
    private func number(at place: Int, of size: Int) -> Int? {
        guard place >= 0, place <= bytes.count - size else { return nil }
        let digits = bytes[place..<place + size]
        let value = (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return Int(exactly: value).flatMap { $0 <= Int.max / 2 ? $0 : nil }
    }
}
