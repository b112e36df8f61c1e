import Foundation

/// A line of an `expected.jsonl` that somebody wrote about a folder's pictures: codes, or faces, or both.
struct TruthLine: Decodable {
    struct Code: Decodable {
        let type: String
        let text: String?
        let bytes_hex: Hexadecimal?
        let part_of: String?
        let alt: [String]?
        let addon: String?
        let corners: [Point]?
    }

    /// Bytes, two hexadecimal digits each.
    struct Hexadecimal: Decodable {
        let bytes: [UInt8]

        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else {
                throw DecodingError.typeMismatch(
                    [UInt8].self, .init(codingPath: decoder.codingPath, debugDescription: "not hexadecimal"))
            }
            bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        }
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
            type: line.type, text: line.text, bytes: line.bytes_hex?.bytes, partOf: line.part_of,
            alternatives: line.alt ?? [], addOn: line.addon,
            corners: line.corners?.map { CGPoint(x: $0.x, y: $0.y) })
    }
}
