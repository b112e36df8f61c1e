import MetadataOutput

/// Which types belong together when some are asked for.
enum CodeTypes {
    /// Types that are told from each other only by reading all of them: a UPC-E or EAN-8 is easily seen in a part of
    /// an EAN-13, and an ITF-14 is an interleaved 2 of 5 by its content.
    private static let families: [Set<MetadataObjectType>] = [
        [.ean13, .ean8, .upce], [.interleaved2of5, .itf14],
        [.gs1DataBar, .gs1DataBarExpanded, .gs1DataBarLimited],
    ]

    /// What the engines are asked for, so that the wanted types are read rightly.
    static func asked(for types: Set<MetadataObjectType>) -> Set<MetadataObjectType> {
        families.reduce(types) { $0.isDisjoint(with: $1) ? $0 : $0.union($1) }
    }
}
