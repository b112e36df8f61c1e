/// The heads of parts (RFC 2046, 5.1) that stand between pictures, by which parts are known that have none: cameras spell boundaries in
/// many ways, but nearly all say what a part is (`Content-Type:`), or how long.
struct PartHeads {
    private static let word = Array("content-".utf8)

    /// How much of the word the line has begun with; nil of a line that begins otherwise.
    private var matched: Int? = 0
    /// Whether lines of a head are read.
    private var isInHead = false
    /// Whether there was a head that nothing has come after yet.
    private var isOpen = false

    /// Takes what stands outside of pictures, bit by bit.
    ///
    /// - Returns: How many parts have ended in it without a picture.
    mutating func partsWithoutPicture(in bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"):
                // An empty line ends a head.
                if matched == 0 { isInHead = false }
                matched = 0
            default:
                guard let place = matched else { break }
                guard byte | 0x20 == Self.word[place] else {
                    matched = nil
                    break
                }
                matched = place + 1
                guard place + 1 == Self.word.count else { break }
                matched = nil
                if !isInHead {
                    if isOpen { count += 1 }
                    (isInHead, isOpen) = (true, true)
                }
            }
        }
        return count
    }

    /// The part has had a picture, or one that was damaged and is counted.
    mutating func endPart() { (matched, isInHead, isOpen) = (nil, false, false) }
}
