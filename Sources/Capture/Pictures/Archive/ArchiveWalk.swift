import MetadataOutput

/// The way through an archive to pictures, one at a time, each read when it is come to.
struct ArchiveWalk: IteratorProtocol, Sendable {
    private let archive: TarArchive
    private let rule: InputRule
    private var numbering: PictureNumbering
    /// Most bytes of a picture.
    private let limit: Int
    private var tally = PictureTally()
    private let report: @Sendable (PictureTally) -> Void
    private var hasEnded = false

    private static let slash = UInt8(ascii: "/")

    init(
        archive: TarArchive, rule: InputRule, subset: PictureSubset, limit: Int,
        report: @escaping @Sendable (PictureTally) -> Void
    ) {
        self.archive = archive
        self.rule = rule
        numbering = PictureNumbering(subset)
        self.limit = limit
        self.report = report
    }

    mutating func next() -> FoundPicture? {
        guard !hasEnded else { return nil }
        defer { report(tally) }
        do throws(PayloadError) {
            while let member = try archive.nextMember() {
                if let picture = try visit(member) { return picture }
            }
        } catch {
            // Said by every shard: each misses what would have followed.
            let damage = FoundPicture(source: archive.source, error: error)
            tally.pictures += 1
            hasEnded = true
            return numbering.take(damage, isOfEveryShard: true)
        }
        hasEnded = true
        if tally.pictures == 0 {
            tally.emptyFolders.append(.init(source: archive.source, passedOver: tally.passedOver))
        }
        return nil
    }

    /// - Returns: The member, if it is an input that is taken.
    private mutating func visit(_ member: TarMember) throws(PayloadError) -> FoundPicture? {
        let names = member.path.split(separator: Self.slash).filter { $0 != [UInt8(ascii: ".")] }
        guard let name = names.last, !isLeftOut(names, isFolder: member.kind == .folder) else { return nil }
        switch member.kind {
        case .folder: return nil
        case .unreadable(let reason):
            guard rule.hasAskedExtension(name) else {
                tally.passOver(name)
                return nil
            }
            return numbered(member, names)?.with(.failure(PayloadError(.unreadable, reason)))
        case .file: break
        }
        var start: [UInt8] = []
        let isAsked = try rule.isAsked(name) { () throws(PayloadError) in
            start = try archive.data(InputRule.signatureLength)
            return start
        }
        guard isAsked else {
            tally.passOver(name, prefix: start)
            return nil
        }
        guard let selected = numbered(member, names) else { return nil }
        do throws(PayloadError) {
            return selected.with(try contents(of: member, after: start))
        } catch {
            // It has its number already. What is wrong with the archive comes next.
            return selected.with(.failure(error))
        }
    }

    /// The member as the next input; nil if it is none of the share that is asked for.
    private mutating func numbered(_ member: TarMember, _ names: [ArraySlice<UInt8>]) -> FoundPicture? {
        tally.pictures += 1
        let path = Array(([archive.source.bytes[...]] + names).joined(separator: [Self.slash]))
        return numbering.take(FoundPicture(source: .member(path), version: member.version))
    }

    /// As in folders: nothing hidden, nothing too deep, nothing that is excluded or lies in what is.
    private func isLeftOut(_ names: [ArraySlice<UInt8>], isFolder: Bool) -> Bool {
        if names.contains(where: { $0.first == UInt8(ascii: ".") && $0 != [0x2E, 0x2E] }) { return true }
        if let depth = rule.filter.maximumDepth, names.count > depth { return true }
        return rule.filter.excluded.contains { $0.matchesPart(of: names, isFolder: isFolder) }
    }

    private func contents(
        of member: TarMember, after start: [UInt8]
    ) throws(PayloadError) -> Result<[UInt8], PayloadError> {
        let size = member.size
        guard size <= limit else { return .failure(FileReader.overLimit(limit, size: size)) }
        guard size > 0 else { return .failure(PayloadError(.empty, "it is empty")) }
        return .success(start + (try archive.data(size - start.count)))
    }
}

extension TarArchive {
    /// The next member.
    fileprivate func nextMember() throws(PayloadError) -> TarMember? {
        try withReader { reader in
            Result { () throws(PayloadError) in try reader.next() }
        }.get()
    }

    /// The next bytes of its data.
    fileprivate func data(_ count: Int) throws(PayloadError) -> [UInt8] {
        try withReader { reader in
            Result { () throws(PayloadError) in try reader.data(count) }
        }.get()
    }
}
