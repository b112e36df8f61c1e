public import MetadataOutput
import Synchronization

/// A tar archive, read once from its beginning to its end: POSIX (ustar, pax), GNU, and what came before them.
///
/// Archives are data from anywhere, but need no library: what is taken of them are paths, sizes and times. Memory
/// does not grow with the archive. One that is compressed is refused; whoever wants it read decompresses it into a pipe.
public final class TarArchive: Sendable {
    /// Where it comes from.
    public let source: PictureSource
    private let reader: Mutex<TarReader>

    /// Opens an archive; of a pipe, waits until somebody writes to it.
    ///
    /// - Throws: `PayloadError` where it cannot be opened, or does not begin as an archive does.
    public init(_ source: PictureSource) throws(PayloadError) {
        self.source = source
        reader = Mutex(try TarReader(try OpenFile.named(source)))
    }

    /// Does something with the reader.
    func withReader<R: Sendable>(_ body: (inout TarReader) -> R) -> R {
        reader.withLock { reader in body(&reader) }
    }
}

/// A member of an archive.
struct TarMember: Sendable {
    enum Kind: Sendable, Equatable {
        case file, folder
        /// Something whose contents are not there, or not in one piece, and what to do about it.
        case unreadable(String)
    }

    let path: [UInt8]
    let kind: Kind
    /// Bytes.
    let size: Int
    let version: PictureVersion
}

/// Goes through an archive, member after member.
struct TarReader: ~Copyable {
    /// The longest header of any kind, path of a member among them.
    private static let longestExtension = 1 << 20
    /// The longest path of a file (`PATH_MAX`). Each folder of a path is looked at with all that it lies in.
    private static let longestPath = 4_096

    private var stream: TarStream
    /// The first block, until it has been looked at.
    private var first: [UInt8]?
    /// Bytes of the present member that were not yet read, and what fills its last block.
    private var rest = 0
    private var padding = 0

    init(_ file: consuming OpenFile) throws(PayloadError) {
        stream = TarStream(file: file)
        let block = try stream.read(TarHeader.blockSize)
        guard !block.isEmpty else { throw PayloadError(.empty, "it is empty") }
        guard TarHeader(block) != nil || Self.isEnd(block) else {
            throw Self.refusal(of: block)
        }
        first = block
    }

    /// The next member, or nil after the last.
    mutating func next() throws(PayloadError) -> TarMember? {
        var extensions = TarExtension()
        while true {
            guard try stream.skip(rest), try stream.skip(padding) else { throw Self.cut }
            (rest, padding) = (0, 0)
            let place = stream.position
            let block = try nextBlock()
            guard block.count == TarHeader.blockSize else {
                throw block.isEmpty ? Self.endless : Self.cut
            }
            if Self.isEnd(block) {
                try stream.drain()
                return nil
            }
            guard let header = TarHeader(block) else { throw Self.damage(at: place) }
            switch header.kind {
            case .extended:
                guard extensions.take(try extensionData(header, at: place)) else {
                    throw Self.damage(at: place)
                }
            case .longName: extensions.path = Array(try extensionData(header, at: place).prefix { $0 != 0 })
            case .global, .longLink: begin(header.size)
            case .sparse(isExtended: true):
                try passOverMap()
                return member(header, extensions)
            default: return member(header, extensions)
            }
        }
    }

    private mutating func nextBlock() throws(PayloadError) -> [UInt8] {
        guard let block = first else { return try stream.read(TarHeader.blockSize) }
        first = nil
        return block
    }

    /// The next bytes of the present member's data: `count` of them, fewer where it has no more.
    mutating func data(_ count: Int) throws(PayloadError) -> [UInt8] {
        let count = min(count, rest)
        let bytes = try stream.read(count)
        rest -= bytes.count
        guard bytes.count == count else { throw Self.cut }
        return bytes
    }

    private mutating func member(_ header: TarHeader, _ extensions: TarExtension) -> TarMember {
        let size = extensions.size ?? header.size
        begin(size)
        let path = extensions.path ?? header.path
        let kind: TarMember.Kind =
            switch header.kind {
            case _ where path.count > Self.longestPath:
                .unreadable("its path is longer than that of a file can be")
            // Before POSIX a folder was a file whose name ends in a slash. So may a header's that has room for a part of it only.
            case .file where path.last == UInt8(ascii: "/"): .folder
            case .file: extensions.isSparse ? .unreadable(Self.sparse) : .file
            case .folder: .folder
            case .link: .unreadable(Self.link)
            case .sparse: .unreadable(Self.sparse)
            default: .unreadable("it is no file, but a device or the like")
            }
        return TarMember(
            path: Array(path.suffix(Self.longestPath)), kind: kind, size: size,
            version: .file(
                size: size,
                modificationTime: extensions.modificationTime ?? header.modificationTime &* 1_000_000_000))
    }

    private mutating func begin(_ size: Int) {
        rest = size
        padding = (TarHeader.blockSize - size % TarHeader.blockSize) % TarHeader.blockSize
    }

    private mutating func extensionData(_ header: TarHeader, at place: Int) throws(PayloadError) -> [UInt8] {
        guard header.size <= Self.longestExtension else { throw Self.damage(at: place) }
        begin(header.size)
        return try data(header.size)
    }

    /// Passes over the blocks that say which parts of a sparse file are there.
    private mutating func passOverMap() throws(PayloadError) {
        var isExtended = true
        while isExtended {
            let block = try stream.read(TarHeader.blockSize)
            guard block.count == TarHeader.blockSize else { throw Self.cut }
            isExtended = block[504] != 0
        }
    }

    private static func isEnd(_ block: [UInt8]) -> Bool {
        block.count == TarHeader.blockSize && block.allSatisfy { $0 == 0 }
    }
}

extension TarReader {
    private static let link =
        "it is a link in the archive; tar --hard-dereference -h puts files in place of links"
    private static let sparse =
        "it is a sparse file in the archive; tar without --sparse puts it in as a whole"
    private static let cut = PayloadError(.unreadable, "the archive ends in the middle of a member")
    /// A pipe that broke just here looks the same.
    private static let endless = PayloadError(.unreadable, "the archive is cut off: it has no end mark")

    private static func damage(at place: Int) -> PayloadError {
        PayloadError(.unreadable, "the archive is damaged: no header at byte \(place)")
    }

    /// What is wrong with something that is no archive, by its first bytes.
    private static func refusal(of bytes: [UInt8]) -> PayloadError {
        let programs: [(program: String, start: [UInt8])] = [
            ("gzip", [0x1F, 0x8B]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
            ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
            ("bzip2", Array("BZh".utf8)), ("lz4", [0x04, 0x22, 0x4D, 0x18]), ("lzip", Array("LZIP".utf8)),
        ]
        if let program = programs.first(where: { bytes.starts(with: $0.start) })?.program {
            return PayloadError(
                .unknownFormat, "it is compressed; decompress it into a pipe: \(program) -dc FILE",
                instead: .compressedArchive)
        }
        let isZip = bytes.starts(with: Array("PK".utf8))
        return PayloadError(
            .unknownFormat, isZip ? "it is a zip archive, not a tar archive" : "it is not a tar archive")
    }
}
