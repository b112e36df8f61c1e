import Foundation

/// A line of an `expected.jsonl` that somebody wrote about a folder's pictures: codes, or faces, or both.
struct TruthLine: Decodable {
    struct Code: Decodable {
        let type: String
        let text: String?
        /// Hexadecimal.
        let bytes_hex: String?
        let part_of: String?
        let alt: [String]?
        let addon: String?
        let corners: [Point]?
    }

    struct Face: Decodable {
        let x, y, width, height: Double
        let roll, yaw: Double?

        var box: CGRect { CGRect(x: x, y: y, width: width, height: height) }
    }

    struct Point: Decodable {
        let x, y: Double
    }

    /// Below the folder of the file.
    let file: String
    let width, height: Double
    let objects: [Code]?
    let optional: [Code]?
    let faces: [Face]?
    let ignore: [Face]?
    let negative, incomplete: Bool?
    /// Set where the picture is one of a moving one.
    let frame: Int?

    /// The picture, its path below the folder that is evaluated; nil of a moving picture's frame.
    func picture(in folder: String) -> TruePicture? {
        guard frame == nil else { return nil }
        return TruePicture(
            path: folder + file, size: CGSize(width: width, height: height),
            codes: objects?.map(TruePicture.Code.init),
            optionalCodes: optional?.map(TruePicture.Code.init) ?? [],
            isNegative: negative ?? false, isIncomplete: incomplete ?? false,
            faces: faces?.map { TruePicture.Face(box: $0.box, rollAngle: $0.roll, yawAngle: $0.yaw) },
            ignoredBoxes: ignore?.map(\.box) ?? [])
    }
}

extension TruePicture.Code {
    fileprivate init(_ line: TruthLine.Code) {
        self.init(
            type: line.type, text: line.text, bytes: line.bytes_hex.flatMap(Self.bytes), partOf: line.part_of,
            alternatives: line.alt ?? [], addOn: line.addon,
            corners: line.corners?.map { CGPoint(x: $0.x, y: $0.y) })
    }

    private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 != nil }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { (at: Int) -> UInt8 in
            let (high, low) = (digits[at] ?? 0, digits[at + 1] ?? 0)
            return UInt8(high << 4 | low)
        }
    }
}
