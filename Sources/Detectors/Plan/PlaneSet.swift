import Foundation
import MetadataOutput

/// The planes of one picture, or of a part of it that is shrunk as all of it would be, each made when it is first asked for.
struct PlaneSet {
    /// The picture itself, all of it.
    let full: View
    /// What is searched of it.
    private let searched: View
    private(set) lazy var medium = searched.shrunk(toLongerSide: Self.mediumSide)
    private(set) lazy var small = medium.shrunk(toLongerSide: 1000)

    private static let mediumSide = 1600

    /// Whether the picture has more pixels than the planes that most steps look at.
    var isLarge: Bool { searched.wholeSide > Self.mediumSide }

    /// - Parameter part: What is searched, in pixels of the picture; nil for all of it.
    init(_ picture: Plane, part: CGRect? = nil) {
        full = View(picture)
        searched = part.map { View($0, of: picture) } ?? full
    }

    /// A view of all that is searched; nil where it would be too large.
    mutating func view(_ pixels: Pixels) -> View? {
        var view =
            switch pixels.base {
            case .full: searched
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
