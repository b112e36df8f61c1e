import Capture
import MetadataOutput

extension PayloadError {
    /// The same with what to do about it, where that is another run or one command; records say it too.
    var withWayOut: PayloadError {
        guard let foreignContent else { return self }
        let way =
            switch foreignContent {
            case .picture: "; a run without --movie searches it"
            case .movie: "; --movie searches its frames"
            case .tarArchive: "; search the pictures in it: scanwatch --tar file.tar"
            case .compressedArchive: " | scanwatch --tar -"
            case .pdf: "; convert its pages to pictures: pdftoppm -r 200 -png file.pdf page"
            }
        var error = PayloadError(code, message + way)
        error.isOfMachine = isOfMachine
        return error
    }
}

extension PictureUpdate {
    /// The same with ``PayloadError/withWayOut``.
    var withWayOut: PictureUpdate {
        var update = self
        update.result = result.mapError(\.withWayOut)
        return update
    }
}
