/// What the size marker of a JPEG 2000 code stream says (ISO/IEC 15444-1, A.5.1): a picture and its tiles are pieces of a
/// reference grid, on which components may lie apart.
struct JPEG2000Size {
    /// A component: from how many places of the grid it takes one.
    private struct Component {
        let width: Int
        let height: Int
    }

    /// Of the first component, which is the picture's.
    var width: Int { components[0].width }
    var height: Int { components[0].height }

    private let components: [Component]
    private let tileCount: Double
    /// The greatest part of the picture that is one tile, 0 … 1.
    private let tileShare: Double

    /// nil if there is none, or it is damaged.
    init?(of file: [UInt8]) {
        guard let stream = Self.codestream(in: file) else { return nil }
        let reader = ByteReader(stream, order: .big)
        func side(_ offset: Int) -> Int? { reader.uint32(at: offset).map { Int($0) } }
        guard reader.uint32(at: 0) == 0xFF4F_FF51,
            let right = side(8), let bottom = side(12), let left = side(16), let top = side(20),
            let tileWidth = side(24), let tileHeight = side(28), let tileLeft = side(32),
            let tileTop = side(36),
            let count = reader.uint16(at: 40), count > 0,
            let parts = reader.slice(at: 42, count: 3 * Int(count)),
            left < right, top < bottom, tileWidth > 0, tileHeight > 0, tileLeft <= left, tileTop <= top
        else { return nil }
        func steps(_ length: Int, _ step: Int) -> Int { (length + step - 1) / step }
        var components: [Component] = []
        for start in stride(from: parts.startIndex, to: parts.endIndex, by: 3) {
            let (across, down) = (Int(parts[start + 1]), Int(parts[start + 2]))
            guard across > 0, down > 0 else { return nil }
            components.append(
                Component(
                    width: steps(right, across) - steps(left, across),
                    height: steps(bottom, down) - steps(top, down)))
        }
        self.components = components
        tileCount = Double(steps(right - tileLeft, tileWidth)) * Double(steps(bottom - tileTop, tileHeight))
        tileShare =
            min(1, Double(tileWidth) / Double(right - left))
            * min(1, Double(tileHeight) / Double(bottom - top))
    }

    /// What OpenJPEG takes, in bytes: words of 32 bits of all components, and of those of a tile beside them if it is not the
    /// only one; what it keeps of each tile and of each component in it; a byte of each plane that it gives.
    var decodingBytes: Int {
        let samples = components.reduce(0.0) { $0 + Double($1.width) * Double($1.height) }
        let tiles = tileCount * (Self.tileBytes + Self.tileComponentBytes * Double(components.count))
        return Int(min(samples * (tileCount > 1 ? 5 + 4 * tileShare : 5) + tiles, 1e18))
    }

    /// What version 2.5 has in its structures, rounded up.
    private static let (tileBytes, tileComponentBytes) = (6000.0, 1200.0)

    /// The code stream of a file, or the file itself; nil if its boxes have none.
    private static func codestream(in file: [UInt8]) -> ArraySlice<UInt8>? {
        if file.starts(with: [0xFF, 0x4F]) { return file[...] }
        let reader = ByteReader(file[...], order: .big)
        var offset = 0
        while let short = reader.uint32(at: offset), let type = reader.slice(at: offset + 4, count: 4) {
            // 0 is to the end of the file; 1 has the length of 64 bits behind the type.
            let start = offset + (short == 1 ? 16 : 8)
            if type.elementsEqual("jp2c".utf8) { return start <= file.count ? file[start...] : nil }
            guard short > 0 else { return nil }
            var length = Int(short)
            if short == 1 {
                guard let high = reader.uint32(at: offset + 8), high == 0,
                    let low = reader.uint32(at: offset + 12)
                else { return nil }
                length = Int(low)
            }
            guard length >= start - offset else { return nil }
            offset += length
        }
        return nil
    }
}
