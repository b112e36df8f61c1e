import Foundation

/// Makes metadata objects of the detections of one picture, normalised.
struct MetadataObjectFactory {
    /// Size of the upright picture in pixels.
    let width: Int
    let height: Int
    let time: Duration
    let duration: Duration?
    /// Whether UPC-A has a type of its own, see ``DetectionRequest/separatesUPCA``.
    var separatesUPCA = false

    /// The objects of a still picture, numbered from 1.
    func objects(of detections: [Detection]) -> [any MetadataObject] {
        Self.order(of: detections).enumerated().map { index, place in
            object(detections[place], id: index + 1, timeInView: .zero)
        }
    }

    /// The places of detections in the order in which ids are given: codes before faces, each kind from top to
    /// bottom and left to right by the top left of its bounds, so that the same picture gives the same ids.
    static func order(of detections: [Detection]) -> [Int] {
        detections.indices.sorted { precedes(detections[$0], detections[$1]) }
    }

    private static func precedes(_ a: Detection, _ b: Detection) -> Bool {
        let (boxA, boxB) = (a.reading.boundingBox, b.reading.boundingBox)
        let keyA = (a.reading.type == .face ? 1 : 0, boxA.minY, boxA.minX, a.reading.type.rawValue)
        let keyB = (b.reading.type == .face ? 1 : 0, boxB.minY, boxB.minX, b.reading.type.rawValue)
        return keyA < keyB
    }

    /// One object.
    func object(_ detection: Detection, id: Int, timeInView: Duration) -> any MetadataObject {
        let reading = detection.reading
        let corners = reading.corners.map(normalised)
        switch reading.content {
        case .code(var content):
            let isUPCA = separatesUPCA && reading.type == .ean13 && content.isUPCA
            if isUPCA { content.dropLeadingZero() }
            if reading.type == .ean13 { content.isbn = content.bookNumber }
            return MetadataMachineReadableCodeObject(
                type: isUPCA ? .upca : reading.type, time: time, duration: duration, timeInView: timeInView,
                bounds: CGRect(around: corners), objectID: id, groupID: nil,
                confidence: detection.confidence, engine: reading.engine, step: reading.step,
                corners: corners, content: content)
        case .face(let content):
            return MetadataFaceObject(
                time: time, duration: duration, timeInView: timeInView, bounds: CGRect(around: corners),
                objectID: id, groupID: nil, confidence: detection.confidence, engine: reading.engine,
                step: reading.step, rollAngle: content.rollAngle, yawAngle: content.yawAngle,
                pitchAngle: content.pitchAngle, landmarks: content.landmarks.map(normalised))
        }
    }

    private func normalised(_ point: CGPoint) -> CGPoint {
        CGPoint(x: point.x / Double(width), y: point.y / Double(height))
    }
}

extension CodeContent {
    /// Whether the 13 digits of an EAN-13 are those of a UPC-A and a 0 before them.
    fileprivate var isUPCA: Bool { bytes.count == 13 && bytes.first == UInt8(ascii: "0") }

    /// The digits of an EAN-13 that begin as books' do: 979-0 is printed music.
    fileprivate var bookNumber: String? {
        guard bytes.count == 13 else { return nil }
        let digits = String(decoding: bytes, as: UTF8.self)
        let isBook = digits.hasPrefix("978") || digits.hasPrefix("979") && !digits.hasPrefix("9790")
        return isBook ? digits : nil
    }

    fileprivate mutating func dropLeadingZero() {
        bytes.removeFirst()
        text?.removeFirst()
    }
}
