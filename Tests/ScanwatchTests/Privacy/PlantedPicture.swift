import Foundation

/// Pictures with what cameras, telephones and editors leave in them, put there byte by byte: every place has a word
/// that begins with ``mark``, and EXIF tells a place on Earth.
enum PlantedPicture {
    static let mark = "planted"

    /// A block of EXIF: orientation, artist, and GPS: 48° 51' 30" N, 2° 17' 40" E.
    static func exif(_ place: String, orientation: UInt8 = 1) -> [UInt8] {
        let artist = text(place) + [0]
        // Two directories of three and four entries, each behind its count and before the link to the next one.
        let gpsOffset = 8 + 2 + 3 * 12 + 4
        let valuesOffset = gpsOffset + 2 + 4 * 12 + 4
        func entry(_ tag: UInt16, _ type: UInt16, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            little(tag, 2) + little(type, 2) + little(count, 4) + value
        }
        func degrees(_ values: [Int]) -> [UInt8] { values.flatMap { little($0, 4) + little(1, 4) } }
        var block = Array("II".utf8) + [42, 0] + little(8, 4) + little(3, 2)
        block += entry(0x0112, 3, 1, [orientation, 0, 0, 0])
        block += entry(0x013B, 2, artist.count, little(valuesOffset + 48, 4))
        block += entry(0x8825, 4, 1, little(gpsOffset, 4)) + little(0, 4) + little(4, 2)
        block += entry(1, 2, 2, [0x4E, 0, 0, 0]) + entry(2, 5, 3, little(valuesOffset, 4))
        block +=
            entry(3, 2, 2, [0x45, 0, 0, 0]) + entry(4, 5, 3, little(valuesOffset + 24, 4)) + little(0, 4)
        return block + degrees([48, 51, 30]) + degrees([2, 17, 40]) + artist
    }

    /// A packet of XMP.
    static func xmp(_ place: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="\(mark)-\(place)"/>\
            </rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// The word of a place.
    static func text(_ place: String) -> [UInt8] { Array("\(mark)-\(place)".utf8) }

    /// The lowest bytes of a number, lowest first.
    static func little(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// The lowest bytes of a number, highest first.
    static func big(_ value: some BinaryInteger, _ count: Int) -> [UInt8] { little(value, count).reversed() }
}
