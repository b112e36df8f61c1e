/// The units of a frame of H.264 (ITU-T H.264, 7.4.1).
package struct H264Units: Sendable {
    /// What a unit is.
    enum Kind: UInt8, Sendable {
        case slice = 1
        case keyFrame = 5
        case sequenceParameters = 7
        case pictureParameters = 8
        case delimiter = 9
    }

    private let units: [ArraySlice<UInt8>]

    /// Takes a frame apart that has start codes between its units (annex B).
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
    package var isKeyFrame: Bool { !all(of: .keyFrame).isEmpty }
    /// Whether there is a picture in it.
    package var hasPicture: Bool { isKeyFrame || !all(of: .slice).isEmpty }

    func all(of kind: Kind) -> [ArraySlice<UInt8>] { units.filter { Self.number($0) == kind.rawValue } }

    private static func number(_ unit: ArraySlice<UInt8>) -> UInt8 { (unit.first ?? 0) & 0x1f }

    /// The frame as movies have it: each unit after its length, without what the movie says once.
    package var sample: [UInt8] {
        let left: Set<UInt8> = [
            Kind.sequenceParameters.rawValue, Kind.pictureParameters.rawValue, Kind.delimiter.rawValue,
        ]
        var bytes: [UInt8] = []
        for unit in units where !left.contains(Self.number(unit)) {
            bytes.append32(unit.count)
            bytes += unit
        }
        return bytes
    }
}
