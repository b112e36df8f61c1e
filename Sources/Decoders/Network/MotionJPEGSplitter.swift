/// Takes JPEGs out of bytes in which they stand one after the other, with anything between them.
///
/// What frames them is not looked at: cameras spell boundaries and lengths in many wrong ways, and where a JPEG ends it says
/// itself.
struct MotionJPEGSplitter {
    /// A picture from its first to its last marker.
    struct Picture {
        var bytes: [UInt8]
        /// When its first bytes came.
        var time: Duration
    }

    /// The last picture that is whole; whoever takes it sets it to nil.
    var newest: Picture?
    /// Pictures that were whole, and gave way to a newer one.
    private(set) var passedOver = 0
    /// Pictures that were not, and parts without one.
    private(set) var damaged = 0

    private let mostBytes: Int
    /// What has come and may still be needed.
    private var bytes: [UInt8] = []
    /// Where a picture begins in it, or what may be the beginning of its first marker; what is before goes at the end of a call, in
    /// one go, however many markers it has.
    private var start = 0
    /// Everything before has been looked at; may lie beyond what has come.
    private var position = 0
    private var place = Place.outside
    private var time = Duration.zero
    private var heads = PartHeads()

    /// What is at the position.
    private enum Place {
        /// No picture.
        case outside
        /// A marker.
        case marker
        /// Samples, which go on up to a marker.
        case samples
    }

    /// - Parameter mostBytes: Of a picture.
    init(mostBytes: Int) {
        self.mostBytes = mostBytes
    }

    /// Forgets what was counted, for whoever has told it.
    mutating func beginCounting() { (passedOver, damaged) = (0, 0) }

    /// Looks at what has come.
    mutating func append(_ more: [UInt8], at now: Duration) {
        bytes += more
        while goOn(at: now) {}
        bytes.removeFirst(start)
        (start, position) = (0, position - start)
        guard bytes.count > mostBytes else { return }
        damaged += 1
        heads.endPart()
        (bytes, position, place) = ([], 0, .outside)
    }

    /// Goes one step further; false if more has to come for it.
    private mutating func goOn(at now: Duration) -> Bool {
        switch place {
        case .outside: findBeginning(at: now)
        case .marker: readMarker()
        case .samples: findMarker()
        }
    }

    /// Looks for FF D8 FF, the first marker and the beginning of the second.
    private mutating func findBeginning(at now: Duration) -> Bool {
        let begin = start
        let found = bytes.withUnsafeBufferPointer { bytes in
            (begin..<max(begin, bytes.count - 2)).first {
                bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD8 && bytes[$0 + 2] == 0xFF
            }
        }
        start = found ?? max(begin, bytes.count - 2)
        position = start
        damaged += heads.partsWithoutPicture(in: bytes[begin..<start])
        guard found != nil else { return false }
        (position, place, time) = (start + 2, .marker, now)
        return true
    }

    private mutating func readMarker() -> Bool {
        guard position + 2 <= bytes.count else { return false }
        let code = bytes[position + 1]
        guard bytes[position] == 0xFF else { return giveUp() }
        switch code {
        // One may stand before a marker as often as it likes.
        case 0xFF: position += 1
        case 0xD9: end()
        // 0xD8: another picture begins before this one has ended.
        case 0x00, 0x01, 0xD0...0xD8: return giveUp()
        default:
            guard position + 4 <= bytes.count else { return false }
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard length >= 2 else { return giveUp() }
            position += 2 + length
            if code == 0xDA { place = .samples }
        }
        return true
    }

    /// Looks for the next FF in the samples that is neither one of them nor a restart.
    private mutating func findMarker() -> Bool {
        guard position + 2 <= bytes.count else { return false }
        let begin = position
        let found = bytes.withUnsafeBufferPointer { bytes in
            (begin..<bytes.count - 1).first {
                bytes[$0] == 0xFF && bytes[$0 + 1] != 0 && !(0xD0...0xD7).contains(bytes[$0 + 1])
            }
        }
        position = found ?? bytes.count - 1
        guard found != nil else { return false }
        place = .marker
        return true
    }

    private mutating func end() {
        if newest != nil { passedOver += 1 }
        newest = Picture(bytes: Array(bytes[start..<(position + 2)]), time: time)
        heads.endPart()
        (start, place) = (position + 2, .outside)
    }

    /// Leaves a picture that goes wrong at the position, from where the next is looked for.
    private mutating func giveUp() -> Bool {
        damaged += 1
        heads.endPart()
        (start, place) = (position, .outside)
        return true
    }
}
