/// The way through files and folders to pictures, one at a time; holds the names of the folders it stands in.
struct PictureWalk: IteratorProtocol, Sendable {
    private let rule: InputRule
    private var numbering: PictureNumbering
    /// What was named by itself and is still to be visited.
    private var roots: any IteratorProtocol<PictureSource> & Sendable
    private var folders: [Folder] = []
    private var root: Root?
    private var tally = PictureTally()
    /// Is told the tally after every step that matters.
    private let report: @Sendable (PictureTally) -> Void

    /// A folder being visited.
    private struct Folder {
        /// Its path with a slash at the end.
        let path: [UInt8]
        var names: FolderListing
    }

    /// The folder named by itself that is being visited, and the tally when it was entered.
    private struct Root {
        let source: PictureSource
        let pictures: Int
        let passedOver: Int
    }

    init(
        sources: any IteratorProtocol<PictureSource> & Sendable, rule: InputRule,
        subset: PictureSubset = PictureSubset(), report: @escaping @Sendable (PictureTally) -> Void
    ) {
        self.rule = rule
        self.numbering = PictureNumbering(subset)
        self.report = report
        self.roots = sources
    }

    mutating func next() -> FoundPicture? {
        defer { report(tally) }
        while let found = step() {
            if case .picture(let picture) = found {
                tally.pictures += 1
                if let picture = numbering.take(picture) { return picture }
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
        guard let depth = folders.indices.last else { return nextRoot() }
        guard let (name, kind) = folders[depth].names.popFirst() else {
            folders.removeLast()
            if folders.isEmpty { leaveRoot() }
            return .nothing
        }
        let path = folders[depth].path + name
        return visit(path, name, kind ?? FileKind(of: path, followingLinks: false))
    }

    private mutating func nextRoot() -> Step? {
        guard let source = roots.next() else { return nil }
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
            let names = try FolderListing(of: path)
            guard !folders.contains(where: { $0.names.identity == names.identity }) else {
                return passOver(path[...])  // a link that leads back
            }
            let slash = UInt8(ascii: "/")
            folders.append(Folder(path: path.last == slash ? path : path + [slash], names: names))
            return .nothing
        } catch {
            return .picture(FoundPicture(source: .file(path), error: error))
        }
    }

    private mutating func visit(_ path: [UInt8], _ name: ArraySlice<UInt8>, _ kind: FileKind) -> Step {
        let target = kind == .link ? FileKind(of: path, followingLinks: true) : kind
        let below = path[(folders.first?.path.count ?? 0)...]
        if rule.isExcluded(below, isFolder: target == .folder) { return .nothing }
        var prefix: [UInt8]?
        switch target {
        case .folder where kind == .folder || rule.filter.followsLinks:
            let isWithinDepth = rule.filter.maximumDepth.map { folders.count < $0 } ?? true
            return isWithinDepth ? enter(path) : .nothing
        case .file
        where rule.isAsked(
            name,
            prefix: {
                prefix = FileReader.prefix(of: path, count: InputRule.signatureLength)
                return prefix
            }),
            // It cannot be looked at, but its name says picture: reading it will tell why.
            .unknown where rule.hasAskedExtension(name):
            return .picture(FoundPicture(source: .file(path)))
        default:
            return passOver(name, prefix)
        }
    }

    private mutating func passOver(_ name: ArraySlice<UInt8>, _ prefix: [UInt8]? = nil) -> Step {
        tally.passOver(name, prefix: prefix)
        return .nothing
    }
}
