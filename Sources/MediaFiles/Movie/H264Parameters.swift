/// What a decoder must know before the first frame of H.264: its parameter sets.
package struct H264Parameters: Sendable, Equatable {
    /// The sequence's; empty as long as nothing has said it.
    package private(set) var sequence: [UInt8] = []
    /// The pictures'; empty as long as nothing has said them.
    package private(set) var pictures: [[UInt8]] = []

    package init() {}

    /// Takes what units say; what they do not say stays.
    package mutating func take(_ units: H264Units) {
        // Neither what is too short to be one nor what no movie can say.
        func sets(_ kind: H264Units.Kind, atLeast least: Int) -> [[UInt8]] {
            units.all(of: kind).filter { (least...Int(UInt16.max)).contains($0.count) }.map { Array($0) }
        }
        if let new = sets(.sequenceParameters, atLeast: 4).first { sequence = new }
        let new = sets(.pictureParameters, atLeast: 2).prefix(255)
        if !new.isEmpty { pictures = Array(new) }
    }

    /// Whether a decoder can begin with them.
    package var areComplete: Bool { !sequence.isEmpty && !pictures.isEmpty }

    /// The content of `avcC` (ISO/IEC 14496-15, 5.3.3.1).
    var configuration: [UInt8] {
        // Version, profile, compatibility, level; lengths of four bytes; one set of the sequence.
        var bytes: [UInt8] = [1, sequence[1], sequence[2], sequence[3], 0xff, 0xe1]
        bytes.append16(sequence.count)
        bytes += sequence
        bytes.append(UInt8(pictures.count))
        for picture in pictures {
            bytes.append16(picture.count)
            bytes += picture
        }
        // Profiles above Main say more of their samples: 4:2:0 of 8 bits, which is all that cameras send.
        if ![66, 77, 88].contains(sequence[1]) { bytes += [0xfd, 0xf8, 0xf8, 0] }
        return bytes
    }
}
