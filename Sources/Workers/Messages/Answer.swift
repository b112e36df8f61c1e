import Foundation
package import MetadataOutput

/// What a worker answers.
package enum Answer: Sendable {
    case result(DetectionResult)
    case failed(PayloadError)
    case motions([Motion?])

    /// Writes it into the area; nil if it has no room there.
    ///
    /// - Parameter mustRenew: Whether the worker should not be asked again.
    /// - Returns: Its bytes.
    func write(to area: SharedArea, mustRenew: Bool) -> Int? {
        var writer = WireWriter()
        writer.put(mustRenew)
        switch self {
        case .result(let result):
            writer.put(0)
            result.write(to: &writer)
            let plane = result.motionPlane.flatMap {
                $0.width * $0.height <= SharedArea.motionPlane.count ? $0 : nil
            }
            writer.put(plane) {
                $0.put($1.width)
                $0.put($1.height)
                let target = area.bytes(of: SharedArea.motionPlane, count: $1.width * $1.height)
                if let start = target.baseAddress { $1.copy(to: start) }
            }
        case .failed(let error):
            writer.put(1)
            error.write(to: &writer)
        case .motions(let motions):
            writer.put(2)
            writer.put(motions) { writer, motion in
                writer.put(motion) {
                    $0.put($1.center)
                    $0.put($1.movedCenter)
                    $0.put($1.scale)
                    $0.put($1.rotation)
                }
            }
        }
        guard writer.bytes.count <= SharedArea.answer.count else { return nil }
        area.bytes(of: SharedArea.answer, count: writer.bytes.count).copyBytes(from: writer.bytes)
        return writer.bytes.count
    }

    /// Reads what a worker has written, which may be anything, and may still change: it is copied first.
    ///
    /// - Returns: The answer, and whether the worker should not be asked again.
    static func read(from area: SharedArea, count: Int) throws(MalformedMessage) -> (Answer, mustRenew: Bool)
    {
        guard (0...SharedArea.answer.count).contains(count) else {
            throw MalformedMessage(reason: "an answer of \(count) bytes")
        }
        var reader = WireReader(Array(area.bytes(of: SharedArea.answer, count: count)))
        let mustRenew = try reader.bool()
        let answer: Answer
        switch try reader.int(0...2) {
        case 0:
            var result = try DetectionResult(from: &reader)
            result.motionPlane = try reader.optional { (reader) throws(MalformedMessage) in
                let width = try reader.int(1...SharedArea.motionPlane.count)
                let height = try reader.int(1...(SharedArea.motionPlane.count / width))
                let samples = area.bytes(of: SharedArea.motionPlane, count: width * height)
                return Plane(width: width, height: height) { target in
                    UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(samples))
                }
            }
            answer = .result(result)
        case 1: answer = .failed(try PayloadError(from: &reader))
        default:
            answer = .motions(
                try reader.array(atMost: 10_000) { (reader) throws(MalformedMessage) in
                    try reader.optional { (reader) throws(MalformedMessage) in
                        Motion(
                            center: try reader.point(), movedCenter: try reader.point(),
                            scale: try reader.double(1e-6...1e6), rotation: try reader.double(-1e6...1e6))
                    }
                })
        }
        try reader.end()
        return (answer, mustRenew)
    }
}
