import ArgumentParser
import MetadataOutput

/// What of the pictures nobody is to see.
struct MaskOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Hide a part of the picture from the search and from everything that is shown or written: its corners, 3 to \
            \(Zone.mostCorners), in fractions of width and height. name@camera is a mask of that camera only. May be repeated.
            """, valueName: "name[@camera]=x,y,x,y,..."))
    var mask: [NamedArea] = []

    func validate() throws {
        guard mask.count <= PictureMask.mostAreas else {
            throw ValidationError(
                "--mask is given \(mask.count) times, and \(PictureMask.mostAreas) are the most.")
        }
        if let twice = mask.repeated { throw ValidationError("The mask '\(twice.label)' is given twice.") }
    }
}
