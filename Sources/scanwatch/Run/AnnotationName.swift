import Capture
import MetadataOutput

/// Where in a folder the drawing of a picture belongs: the picture's own path below that folder, and `.svg`.
///
/// No two pictures have one name, and none leads out of the folder: a leading `/`, `..` and `%` are written `%2F`,
/// `%2E%2E` and `%25`; so is the dot of folders that end in `.svg`, as their name could be a drawing's.
enum AnnotationName {
    private static let slash = UInt8(ascii: "/")
    private static let ending = Array(".svg".utf8)
    /// What file systems allow.
    private static let longest = 255

    /// The names of folders and, last, of the file.
    static func place(of source: PictureSource) -> [[UInt8]] {
        guard source != .standardInput else { return [source.bytes + ending] }
        let path = source.bytes
        var names = path.split(separator: slash).map(Array.init).filter { $0 != Array(".".utf8) }
        let last = names.popLast() ?? []
        // The name that standard input has.
        let name =
            names.isEmpty && last == PictureSource.standardInput.bytes ? Array("%2D".utf8) : encoded(last)
        var place = names.map { shortened(encodedFolder($0)) } + [shortened(name + ending)]
        if path.first == slash { place[0] = shortened(Array("%2F".utf8) + place[0]) }
        return place
    }

    private static func encoded(_ name: [UInt8]) -> [UInt8] {
        if name == Array("..".utf8) { return Array("%2E%2E".utf8) }
        return name.flatMap { $0 == UInt8(ascii: "%") ? Array("%25".utf8) : [$0] }
    }

    private static func encodedFolder(_ name: [UInt8]) -> [UInt8] {
        let name = encoded(name)
        guard name.suffix(ending.count) == ending[...] else { return name }
        return name.dropLast(ending.count) + Array("%2Esvg".utf8)
    }

    /// A name that a file system takes; one that is too long keeps its beginning and gets a number made of all of it.
    private static func shortened(_ name: [UInt8]) -> [UInt8] {
        guard name.count > longest else { return name }
        let hash = StableHash.fnv1a(name)
        return name.prefix(longest - 30) + Array("%_\(String(hash, radix: 16))".utf8) + ending
    }
}
