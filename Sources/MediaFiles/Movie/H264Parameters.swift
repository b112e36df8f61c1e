/// What a decoder must know before the first frame of H.264: its parameter sets.
package struct H264Parameters: Sendable, Equatable {
    /// The sequence's.
    package let sequence: [UInt8]
    /// The picture's.
    package let picture: [UInt8]

    /// Finds them in what an encoder or a camera sends, units between start codes (Annex B).
    ///
    /// - Returns: nil if one of them is missing, or is too short or too long to be one.
    package init?(annexB bytes: [UInt8]) {
        let units = H264Units(bytes)
        guard let sequence = units.first(of: .sequenceParameters), sequence.count >= 4,
            let picture = units.first(of: .pictureParameters),
            max(sequence.count, picture.count) <= Int(UInt16.max)
        else { return nil }
        (self.sequence, self.picture) = (Array(sequence), Array(picture))
    }

    /// The content of `avcC`.
    var configuration: [UInt8] {
        // Version, profile, compatibility, level; lengths of four bytes; one set of each.
        var bytes: [UInt8] = [1, sequence[1], sequence[2], sequence[3], 0xff, 0xe1]
        bytes.append16(sequence.count)
        bytes += sequence
        bytes.append(1)
        bytes.append16(picture.count)
        bytes += picture
        // Profiles above Main say more of their samples: 4:2:0 of 8 bits, which is all that cameras send.
        if ![66, 77, 88].contains(sequence[1]) { bytes += [0xfd, 0xf8, 0xf8, 0] }
        return bytes
    }
}

/// The units of a frame of H.264.
package struct H264Units: Sendable {
    /// What a unit is; H.264's numbers.
    package enum Kind: UInt8, Sendable {
        case keyFrame = 5
        case sequenceParameters = 7
        case pictureParameters = 8
        case delimiter = 9
    }

    private let units: [ArraySlice<UInt8>]

    /// Takes a frame apart that has start codes between its units (Annex B).
    package init(_ bytes: [UInt8]) {
        var units: [ArraySlice<UInt8>] = []
        var start: Int?
        var place = 0
        func end(at end: Int) {
            guard let start else { return }
            // Zeros before a start code belong to it.
            var end = end
            while end > start, bytes[end - 1] == 0 { end -= 1 }
            if end > start { units.append(bytes[start..<end]) }
        }
        while place + 2 < bytes.count {
            if bytes[place + 2] > 1 {
                place += 3
            } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
                end(at: place)
                place += 3
                start = place
            } else {
                place += 1
            }
        }
        end(at: bytes.count)
        self.units = units
    }

    /// Whether the frame needs no other.
    package var isKeyFrame: Bool { first(of: .keyFrame) != nil }

    func first(of kind: Kind) -> ArraySlice<UInt8>? {
        units.first { $0.first.map { $0 & 0x1f } == kind.rawValue }
    }

    /// The frame as movies have it: each unit after its length, without what the movie says once.
    package var sample: [UInt8] {
        let left: Set<UInt8> = [
            Kind.sequenceParameters.rawValue, Kind.pictureParameters.rawValue, Kind.delimiter.rawValue,
        ]
        var bytes: [UInt8] = []
        for unit in units where !left.contains((unit.first ?? 0) & 0x1f) {
            bytes.append32(unit.count)
            bytes += unit
        }
        return bytes
    }
}
