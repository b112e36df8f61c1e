import MetadataOutput

/// What the search for QR candidates looks at.
enum Look: Sendable, Hashable {
    /// The picture, at most 1,600 pixels.
    case plain
    /// The same, for bars of codes of any length.
    case close
    /// The same with local contrast raised, for codes in the dark.
    case raised
    /// The same, for patterns whose rings are blurred.
    case blurred
    /// Half the size, where blur and noise are less.
    case coarse
    /// The picture itself, for small codes in a large one.
    case fine

    var pixels: Pixels {
        switch self {
        case .plain, .close, .blurred: Pixels(base: .medium)
        case .raised: Pixels(base: .medium, changes: [.contrast])
        case .coarse: Pixels(base: .medium, changes: [.half])
        case .fine: Pixels(base: .full)
        }
    }
}
