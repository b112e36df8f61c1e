import Capture

extension StandardStreams {
    /// Says what was skipped, so that nothing goes missing silently.
    ///
    /// - Parameter input: What inputs are called, `picture` or `movie`.
    static func complain(of tally: PictureTally, input: String) {
        complain(ofFurtherPages: tally.furtherPages)
        complain(ofFurtherFrames: tally.furtherFrames)
        for folder in tally.emptyFolders {
            complain("\(folder.source): no \(input)s found (skipped \(files(folder.passedOver)))")
        }
        let rest = tally.passedOver - tally.emptyFolders.reduce(0) { $0 + $1.passedOver }
        if rest > 0 { complain("skipped \(files(rest))") }
        if tally.documents > 0 {
            complain(
                """
                \(tally.documents) of these \(tally.documents == 1 ? "is a PDF file" : "are PDF files"); to search the pages, convert \
                them to pictures: pdftoppm -r 200 -png file.pdf page
                """)
        }
        // What a run of the other kind would read; of its own, what the user has left out by name.
        if input != "movie", tally.movies > 0 {
            complain(
                "\(tally.movies) of these \(tally.movies == 1 ? "is a movie" : "are movies"); --movie searches frames"
            )
        }
        if input == "movie", tally.stills > 0 {
            complain(
                """
                \(tally.stills) of these \(tally.stills == 1 ? "is a picture" : "are pictures"); a run without --movie searches \
                pictures
                """)
        }
    }

    /// Says which pages nobody looked at.
    private static func complain(ofFurtherPages pages: Int) {
        guard pages > 0 else { return }
        complain(
            """
            \(pages) further \(pages == 1 ? "page" : "pages") of TIFF files not searched; to search them, make files of them: \
            tiffsplit file.tif
            """)
    }

    /// Says which frames nobody looked at.
    private static func complain(ofFurtherFrames frames: Int) {
        guard frames > 0 else { return }
        complain(
            """
            \(frames) further \(frames == 1 ? "frame" : "frames") of animated pictures not searched; to search them, make pictures of \
            them: ffmpeg -i file.gif -fps_mode passthrough frame-%04d.png
            """)
    }

    private static func files(_ count: Int) -> String { count == 1 ? "1 other file" : "\(count) other files" }
}
