import Foundation

/// What a picture of SampleImages really shows: a line of its folder's truth.jsonl, from the maker of the picture.
struct SampleTruth: Decodable {
    /// One code or face; what its members mean stands in SampleImages/SOURCES.md.
    struct Object: Decodable {
        let type: String
        let text: String?
        let bytes: String?
        let corners: [[Double]]?
        let module: Double?
        let version: Int?
        let errorCorrectionLevel: String?
        let structuredAppend: Part?
        let addOn: String?
        let eci: [Int]?
        let inverted: Bool?
        let mirrored: Bool?
        let rollAngle: Double?
        let eyes: [[Double]]?

        /// Corners in pixels, in the contract's order; empty for a face.
        var quad: [CGPoint] { (corners ?? []).map { CGPoint(x: $0[0], y: $0[1]) } }
        /// A short description for a list of failures.
        var name: String { "\(type) \((text ?? bytes ?? "").prefix(24).debugDescription)" }
    }

    /// Place in a structured-append sequence.
    struct Part: Decodable {
        let index: Int
        let count: Int
    }

    let source: String
    let width: Int
    let height: Int
    let objects: [Object]
}
