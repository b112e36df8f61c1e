import Foundation
import Testing

/// The worked examples of AVFoundation's semantics, as `Vectors/avfoundation.json` has them.
struct Vectors: Decodable {
    let points: [UnitConversion]
    let previews: [PreviewConversion]
    let wwdc2013: PreviewExample
    let buffers: [BufferConversion]
    let frontCamera: [ExifEquivalent]
    let faceAngles: [FaceAngles]
    let objectTypes: [String: String]
    let upcA: UPCA

    enum CodingKeys: String, CodingKey {
        case points = "points_unit"
        case previews = "preview_layer"
        case wwdc2013 = "wwdc2013_610"
        case buffers = "output_rect"
        case frontCamera = "front_camera_exif"
        case faceAngles = "face_angles"
        case objectTypes = "object_types"
        case upcA = "upca"
    }

    struct UnitConversion: Decodable, Sendable {
        let angle: Int
        let mirrored: Bool
        let device, upright, rect_device, rect_upright: [Double]
    }

    struct PreviewConversion: Decodable, Sendable {
        let layer, video: [Double]
        let angle: Int
        let mirrored: Bool
        let gravity: String
        let videoRect, deviceRect, layerRectConverted, layerRect, metadataOutputRectConverted: [Double]
    }

    struct PreviewExample: Decodable, Sendable {
        let layer, video: [Double]
        let angle: Int
        let gravity: String
        let layerRect, metadataOutputRectConverted, spoken_rounded: [Double]
    }

    struct BufferConversion: Decodable, Sendable {
        let buffer_unrotated: [Double]
        let angle: Int
        let mirrored: Bool
        let metadataRect, outputRectConverted: [Double]
    }

    struct ExifEquivalent: Decodable, Sendable {
        let angle: Int
        let mirrored: Bool
        let exif: Int
    }

    struct FaceAngles: Decodable, Sendable {
        let raw, out: Angles
        let angle: Int
        let mirrored: Bool

        struct Angles: Decodable, Sendable {
            let roll, yaw: Double
        }
    }

    struct UPCA: Decodable, Sendable {
        let apple: Reported

        struct Reported: Decodable, Sendable {
            let type, stringValue: String
        }
    }

    static func load() throws -> Vectors {
        let url = try #require(
            Bundle.module.url(forResource: "avfoundation", withExtension: "json", subdirectory: "Vectors"))
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }
}

extension CGPoint {
    init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1])
    }
}

extension CGSize {
    init(_ numbers: [Double]) {
        self.init(width: numbers[0], height: numbers[1])
    }
}

extension CGRect {
    init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Whether no number differs by more than the vectors' rounding to six digits of a unit and of a few points.
    func isClose(to other: CGRect, within tolerance: Double = 2e-6) -> Bool {
        abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
            && abs(width - other.width) <= tolerance && abs(height - other.height) <= tolerance
    }
}
