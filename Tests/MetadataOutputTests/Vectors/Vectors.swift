package import Foundation

/// The worked examples of AVFoundation's semantics, as `avfoundation.json` has them, for the tests of several modules.
package struct Vectors: Decodable {
    package let points: [UnitConversion]
    package let previews: [PreviewConversion]
    package let wwdc2013: PreviewExample
    package let buffers: [BufferConversion]
    package let frontCamera: [ExifEquivalent]
    package let faceAngles: [FaceAngles]
    package let objectTypes: [String: String]
    package let upcA: UPCA

    package enum CodingKeys: String, CodingKey {
        case points = "points_unit"
        case previews = "preview_layer"
        case wwdc2013 = "wwdc2013_610"
        case buffers = "output_rect"
        case frontCamera = "front_camera_exif"
        case faceAngles = "face_angles"
        case objectTypes = "object_types"
        case upcA = "upca"
    }

    package struct UnitConversion: Decodable, Sendable {
        package let angle: Int
        package let mirrored: Bool
        package let device, upright, rect_device, rect_upright: [Double]
    }

    package struct PreviewConversion: Decodable, Sendable {
        package let layer, video: [Double]
        package let angle: Int
        package let mirrored: Bool
        package let gravity: String
        package let videoRect, deviceRect, layerRectConverted, layerRect,
            metadataOutputRectConverted: [Double]
    }

    package struct PreviewExample: Decodable, Sendable {
        package let layer, video: [Double]
        package let angle: Int
        package let gravity: String
        package let layerRect, metadataOutputRectConverted, spoken_rounded: [Double]
    }

    package struct BufferConversion: Decodable, Sendable {
        package let buffer_unrotated: [Double]
        package let angle: Int
        package let mirrored: Bool
        package let metadataRect, outputRectConverted: [Double]
    }

    package struct ExifEquivalent: Decodable, Sendable {
        package let angle: Int
        package let mirrored: Bool
        package let exif: Int
    }

    package struct FaceAngles: Decodable, Sendable {
        package let raw, out: Angles
        package let angle: Int
        package let mirrored: Bool

        package struct Angles: Decodable, Sendable {
            package let roll, yaw: Double
        }
    }

    package struct UPCA: Decodable, Sendable {
        package let apple: Reported

        package struct Reported: Decodable, Sendable {
            package let type, stringValue: String
        }
    }

    package static func load() throws -> Vectors {
        guard let url = Bundle.module.url(forResource: "avfoundation", withExtension: "json") else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: url))
    }
}

extension CGPoint {
    package init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1])
    }
}

extension CGSize {
    package init(_ numbers: [Double]) {
        self.init(width: numbers[0], height: numbers[1])
    }
}

extension CGRect {
    package init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    /// Whether no number differs by more than the vectors' rounding to six digits of a unit and of a few points.
    package func isClose(to other: CGRect, within tolerance: Double = 2e-6) -> Bool {
        abs(minX - other.minX) <= tolerance && abs(minY - other.minY) <= tolerance
            && abs(width - other.width) <= tolerance && abs(height - other.height) <= tolerance
    }
}
