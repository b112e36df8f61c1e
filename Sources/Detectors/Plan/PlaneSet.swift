import MetadataOutput

/// The planes of one picture, each made when it is first asked for.
struct PlaneSet {
    let full: View
    private(set) lazy var medium = full.shrunk(toLongerSide: 1600)
    private(set) lazy var small = medium.shrunk(toLongerSide: 1000)

    init(_ picture: Plane) {
        full = View(picture)
    }

    /// A view of the whole picture; nil where it would be too large.
    mutating func view(_ pixels: Pixels) -> View? {
        var view =
            switch pixels.base {
            case .full: full
            case .medium: medium
            case .small: small
            }
        for change in pixels.changes {
            guard let changed = view.changed(by: change) else { return nil }
            view = changed
        }
        return view
    }
}
