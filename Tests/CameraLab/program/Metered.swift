import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput

/// Has a camera exposed by what its frames show, and tells how bright they are meanwhile.
final class Metered: Sendable {
    private let device: CaptureDevice
    private let output = CaptureVideoFrameOutput(decoder: StandardPictureDecoder())
    private let faces = CaptureMetadataOutput(detectors: [FaceDetector()])

    init(device: CaptureDevice) {
        self.device = device
        output.alwaysDiscardsLateVideoFrames = false
    }

    /// The brightness of frames, and how the camera exposes after them.
    ///
    /// - Parameters:
    ///   - command: How many frames; `once` or `always` to begin with exposure at the first of them, or `watch`; for what,
    ///     `x,y`, or `face` for faces, once there is one; and what is told, a rectangle `x,y,width,height` or the `face`.
    ///     Numbers are 0…1 of the picture.
    func lumas(_ command: [String], in session: CaptureSession) async throws -> String {
        guard command.count == 4, let count = Int(command[0]) else { return "no such command" }
        if output.connections.isEmpty { try session.addOutput(output) }
        let (place, told) = (Self.numbers(command[2]), Self.numbers(command[3]))
        try device.setExposurePointOfInterest(place.count == 2 ? CGPoint(x: place[0], y: place[1]) : nil)
        try device.setFaceDrivenAutoExposureEnabled(place.isEmpty)
        let face = place.isEmpty ? try await firstFace(in: session) : nil
        let rect = told.count == 4 ? CGRect(x: told[0], y: told[1], width: told[2], height: told[3]) : face
        guard let rect else { return "no such command" }
        var lumas: [String] = []
        for await shown in output.frames() {
            if lumas.isEmpty, command[1] != "watch" {
                try device.setExposureMode(command[1] == "once" ? .autoExpose : .continuousAutoExposure)
            }
            lumas.append("\(Self.luma(of: shown.frame.luma, in: rect))")
            if lumas.count > count { break }
        }
        return "\(device.exposureMode.map { "\($0)" } ?? "-") \(lumas.joined(separator: " "))"
    }

    private static func numbers(_ text: String) -> [Double] {
        text.split(separator: ",").compactMap { Double($0) }
    }

    /// Has faces searched for, until there is one: where it is, 0…1 of the picture.
    private func firstFace(in session: CaptureSession) async throws -> CGRect? {
        if faces.connections.isEmpty {
            try session.addOutput(faces)
            try faces.setMetadataObjectTypes([.face])
        }
        for try await update in faces.updates() {
            if let face = update.objects.first { return face.bounds }
        }
        return nil
    }

    /// The mean luma of a rectangle, every sample of it.
    private static func luma(of plane: Plane, in rect: CGRect) -> Int {
        let columns = Int(rect.minX * Double(plane.width))..<Int(rect.maxX * Double(plane.width))
        let rows = Int(rect.minY * Double(plane.height))..<Int(rect.maxY * Double(plane.height))
        let sum = plane.withBytes { samples in
            rows.reduce(0) { sum, row in
                columns.reduce(sum) { $0 + Int(samples[row * plane.bytesPerRow + $1]) }
            }
        }
        return sum / (columns.count * rows.count)
    }
}
