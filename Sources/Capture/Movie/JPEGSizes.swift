/// Tells JPEGs that are damaged in their header from those of a camera that has another size now: a size that only one of them has
/// would end a clip, and begin another file of a movie.
struct JPEGSizes: Sendable {
    private struct Size: Equatable {
        var width: Int
        var height: Int
    }

    /// What the driver says.
    private var driver: Size?
    private var believed: Size?
    private var last: Size?

    /// Whether a JPEG has the size that it says: if the driver or those before say the same, or the one before does.
    ///
    /// - Parameter format: What the driver says; without a size the first JPEG is believed.
    mutating func believes(width: Int, height: Int, of format: V4L2Format) -> Bool {
        let said = Size(width: format.width, height: format.height)
        if said != driver { (driver, believed, last) = (said, said.width > 0 ? said : nil, nil) }
        let size = Size(width: width, height: height)
        defer { last = size }
        guard believed == nil || size == believed || size == last else { return false }
        believed = size
        return true
    }
}
