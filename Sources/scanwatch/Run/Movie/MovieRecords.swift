import Capture
import Foundation
import MetadataOutput
import MetadataRecords

/// Says in a movie what was found in its frames.
struct MovieRecords {
    private let movies: CaptureMovieFileOutput
    private let format = JSONLinesFormat()
    private var records = FrameRecords(index: 0)
    /// What players show.
    private var text = ""

    init(of movies: CaptureMovieFileOutput) {
        self.movies = movies
    }

    /// Takes what was found in a frame: its record, also where there is nothing in view.
    mutating func take(_ update: MetadataUpdate) {
        guard let line = records.line(of: update, as: format) else { return }
        movies.appendTimedMetadata(line, at: update.time)
        let texts = update.objects.compactMap { ($0 as? MetadataMachineReadableCodeObject)?.stringValue }
        let shown = texts.joined(separator: "\n")
        guard shown != text else { return }
        if movies.appendText(shown, at: update.time) { text = shown }
    }
}
