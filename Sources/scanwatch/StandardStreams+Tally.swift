import Capture

extension StandardStreams {
    /// Says what was passed over, so that nothing goes missing silently.
    static func complain(of tally: PictureTally) {
        for folder in tally.emptyFolders {
            complain("\(folder.source): no pictures (\(files(folder.passedOver)) passed over)")
        }
        let rest = tally.passedOver - tally.emptyFolders.reduce(0) { $0 + $1.passedOver }
        if rest > 0 { complain("\(files(rest)) passed over") }
        if tally.unreadableMembers > 0 {
            let count = tally.unreadableMembers
            complain(
                "\(count) \(count == 1 ? "picture" : "pictures") in the archive: links or sparse files, passed over"
            )
        }
        if tally.documents > 0 {
            complain(
                """
                \(tally.documents) of these \(tally.documents == 1 ? "is" : "are") PDF; to search pages, make \
                pictures of them: pdftoppm -r 200 -png file.pdf page
                """)
        }
    }

    private static func files(_ count: Int) -> String { count == 1 ? "1 other file" : "\(count) other files" }
}
