import PreviewLink

/// Counts for Prometheus: only what grows and what is, no rates, and nothing of what was read.
struct Metrics {
    var requests: [Int: Int] = [:]
    var refusedConnections = 0
    var sentFrames = 0
    var sentBytes = 0
    var linkConnections = 0

    /// The exposition, version 0.0.4.
    ///
    /// - Parameters:
    ///   - cameras: Each with its counts.
    ///   - viewers: How many look on.
    func text(cameras: [CameraView], viewers: Int, now: Int64) -> String {
        var text = ""
        func tell(_ name: String, _ type: String, _ help: String, _ values: [(labels: String, value: String)])
        {
            text += "# HELP scanwatch_\(name) \(help)\n# TYPE scanwatch_\(name) \(type)\n"
            for value in values { text += "scanwatch_\(name)\(value.labels) \(value.value)\n" }
        }
        func perCamera(_ value: (CameraView) -> String?) -> [(labels: String, value: String)] {
            cameras.compactMap { camera in value(camera).map { ("{camera=\"\(camera.camera.id)\"}", $0) } }
        }
        tell(
            "camera_up", "gauge", "Whether the camera delivers.",
            perCamera { $0.camera.state == .live && $0.isFresh(at: now) ? "1" : "0" })
        tell(
            "camera_frames_searched_total", "counter", "Frames searched.",
            perCamera { $0.frames.map(String.init) })
        tell(
            "camera_frames_lost_total", "counter", "Frames lost before they were searched.",
            perCamera { $0.drops.map(String.init) })
        tell(
            "camera_processor_seconds_total", "counter", "Processor time that frames took.",
            perCamera { $0.processor.map { Self.seconds(Int64($0)) } })
        tell(
            "camera_picture_unchanged_seconds", "gauge",
            "For how long pictures have been the same to the byte.",
            perCamera { $0.unchanged.map { Self.seconds(Int64($0)) } })
        tell(
            "camera_last_frame_timestamp_seconds", "gauge", "When the last frame was taken.",
            perCamera { camera in camera.captured.map(Self.seconds) })
        tell("web_viewers", "gauge", "Pages and streams that are open.", [("", "\(viewers)")])
        tell(
            "web_requests_total", "counter", "Requests answered, by status.",
            requests.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", "\($0.value)") })
        tell(
            "web_refused_connections_total", "counter", "Connections over the limits.",
            [("", "\(refusedConnections)")])
        tell("web_sent_frames_total", "counter", "Pictures sent.", [("", "\(sentFrames)")])
        tell("web_sent_bytes_total", "counter", "Bytes of pictures sent.", [("", "\(sentBytes)")])
        tell(
            "web_link_connections_total", "counter", "Connections made to the link.",
            [("", "\(linkConnections)")])
        return text
    }

    /// Nothing is less than none.
    private static func seconds(_ milliseconds: Int64) -> String {
        let milliseconds = max(0, milliseconds)
        let digits = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
