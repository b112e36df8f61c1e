import MetadataOutput

/// Something that is an input: what to read, or why it cannot be.
struct FoundPicture: Sendable {
    let source: PictureSource
    /// Set where finding it failed already (a folder that cannot be listed).
    var error: PayloadError?

    /// Its bytes.
    func contents(limit: Int) -> Result<[UInt8], PayloadError> {
        if let error { return .failure(error) }
        return Result { () throws(PayloadError) in
            switch source {
            case .standardInput: try FileReader.standardInput(limit: limit)
            case .file(let path): try FileReader.contents(of: path, limit: limit)
            }
        }
    }
}

/// The way through files and folders to pictures, one at a time; holds the names of the folders it stands in.
struct PictureWalk: IteratorProtocol, Sendable {
    private let decoder: any PictureDecoder
    /// What is still to be visited, the next at the end.
    private var roots: [PictureSource]
    private var folders: [Folder] = []
    private var root: Root?
    private var tally = PictureTally()
    /// Is told the tally after every step that matters.
    private let report: @Sendable (PictureTally) -> Void

    /// A folder being visited: its path and the names still to be visited, the next at the end.
    private struct Folder {
        let path: [UInt8]
        var names: [[UInt8]]
    }

    /// The folder named by itself that is being visited, and the tally when it was entered.
    private struct Root {
        let source: PictureSource
        let pictures: Int
        let passedOver: Int
    }

    init(
        sources: [PictureSource], decoder: any PictureDecoder,
        report: @escaping @Sendable (PictureTally) -> Void
    ) {
        self.decoder = decoder
        self.report = report
        self.roots = sources.reversed()
    }

    mutating func next() -> FoundPicture? {
        defer { report(tally) }
        while let found = step() {
            if case .picture(let picture) = found {
                tally.pictures += 1
                return picture
            }
        }
        return nil
    }

    private enum Step {
        case picture(FoundPicture)
        case nothing
    }

    /// One name further; nil at the end.
    private mutating func step() -> Step? {
        guard var folder = folders.popLast() else { return nextRoot() }
        guard let name = folder.names.popLast() else {
            if folders.isEmpty { leaveRoot() }
            return .nothing
        }
        folders.append(folder)
        return visit(folder.path + (folder.path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
    }

    private mutating func nextRoot() -> Step? {
        guard let source = roots.popLast() else { return nil }
        guard case .file(let path) = source, FileKind(of: path, followingLinks: true) == .folder else {
            return .picture(FoundPicture(source: source))
        }
        root = Root(source: source, pictures: tally.pictures, passedOver: tally.passedOver)
        return enter(path)
    }

    private mutating func leaveRoot() {
        guard let root else { return }
        if tally.pictures == root.pictures {
            tally.emptyFolders.append(
                .init(source: root.source, passedOver: tally.passedOver - root.passedOver))
        }
        self.root = nil
    }

    private mutating func enter(_ path: [UInt8]) -> Step {
        do {
            let names = try FolderListing.visibleNames(in: path)
            folders.append(Folder(path: path, names: names.sorted { $1.lexicographicallyPrecedes($0) }))
            return .nothing
        } catch {
            return .picture(FoundPicture(source: .file(path), error: error))
        }
    }

    private mutating func visit(_ path: [UInt8]) -> Step {
        let kind = FileKind(of: path, followingLinks: false)
        if kind == .folder { return enter(path) }
        let target = kind == .link ? FileKind(of: path, followingLinks: true) : kind
        switch target {
        case .file where hasPictureExtension(path) || hasPictureSignature(path),
            // It cannot be looked at, but its name says picture: reading it will tell why.
            .unknown where hasPictureExtension(path):
            return .picture(FoundPicture(source: .file(path)))
        default:
            tally.passedOver += 1
            return .nothing
        }
    }

    private func hasPictureExtension(_ path: [UInt8]) -> Bool {
        let name = path.suffix(while: { $0 != UInt8(ascii: "/") })
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return false }
        return decoder.fileExtensions.contains(
            String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased())
    }

    private func hasPictureSignature(_ path: [UInt8]) -> Bool {
        guard let prefix = FileReader.prefix(of: path, count: 64) else { return false }
        return decoder.recognises(prefix: prefix)
    }
}

extension BidirectionalCollection {
    /// The longest tail whose elements all satisfy `predicate`.
    fileprivate func suffix(while predicate: (Element) -> Bool) -> SubSequence {
        let end = lastIndex { !predicate($0) }.map(index(after:)) ?? startIndex
        return self[end...]
    }
}
