import Foundation
import Synchronization

/// A camera that sends a recording by RTSP, over the connection that it is asked over (make-recordings).
public final class RTSPCamera: Sendable {
    /// How it behaves.
    public struct Manners: Sendable {
        /// Where the recording's packets go; RTCP's go to the channel behind it.
        public var channel: UInt8 = 0
        /// After how many seconds without a word it ends a session.
        public var timeout = 60
        /// Whether it has sound too, which stands before its video.
        public var hasSound = false
        /// What it says instead of the video's description.
        public var description: String?
        /// What it answers to a method instead of 200.
        public var statuses: [String: String] = [:]
        /// What it wants to know of who asks, such as `Digest realm="cam", nonce="a1"`.
        public var challenge: String?
        /// How long it takes from packet to packet, in seconds.
        public var pace = 0.01
        /// How often it sends the recording; it does not end its stream after that.
        public var rounds = 1
        /// Whether it sends its first packets before it answers that it will.
        public var isEager = false
        /// Whether it sends packets of another channel, and empty ones, between two.
        public var babbles = false

        /// What it does not send of its packets, each as it stands behind a dollar sign and a channel.
        public var leavesOut: @Sendable (_ packet: [UInt8]) -> Bool = { _ in false }

        /// Those of most.
        public init() {}
    }

    private let description: String
    private let packets: [[UInt8]]
    private let manners: Manners

    /// - Parameter name: Of a recording.
    public init(_ name: String, _ manners: Manners = Manners()) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recordings")
        let video = try String(contentsOf: folder.appending(path: name + ".sdp"), encoding: .utf8)
        description = manners.description ?? Self.withControls(video, hasSound: manners.hasSound)
        var rest = [UInt8](try Data(contentsOf: folder.appending(path: name + ".rtp")))[...]
        var packets: [[UInt8]] = []
        while rest.count > 4 {
            let length = 4 + Int(rest[rest.startIndex + 2]) << 8 + Int(rest[rest.startIndex + 3])
            var packet = Array(rest.prefix(length))
            packet[1] += manners.channel
            packets.append(packet)
            rest = rest.dropFirst(length)
        }
        self.packets = packets
        self.manners = manners
    }

    private static func withControls(_ video: String, hasSound: Bool) -> String {
        let lines = video.split(whereSeparator: \.isNewline).map(String.init)
        var all = Array(lines.prefix { !$0.hasPrefix("m=") })
        let medium = lines.dropFirst(all.count)
        all.append("a=control:*")
        if hasSound { all += ["m=audio 0 RTP/AVP 8", "a=control:track1"] }
        all += medium
        all.append("a=control:track2")
        return all.joined(separator: "\r\n") + "\r\n"
    }

    /// Answers a request; see ``CameraServer``.
    public func answer(_ request: CameraServer.Request, _ connection: CameraServer.Connection) -> Bool {
        let asks = manners.challenge != nil && request.fields["authorization"] == nil
        let status =
            asks && request.method != "OPTIONS"
            ? "401 Unauthorized" : manners.statuses[request.method] ?? "200 OK"
        var lines = ["RTSP/1.0 \(status)", "CSeq: \(request.fields["cseq"] ?? "0")"]
        var body = ""
        switch request.method {
        case _ where status.hasPrefix("401"): lines.append("WWW-Authenticate: \(manners.challenge ?? "")")
        case "OPTIONS": lines.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER")
        case "DESCRIBE":
            body = description
            lines += [
                "Content-Base: \(request.target)/", "Content-Type: application/sdp",
                "Content-Length: \(body.utf8.count)",
            ]
        case "SETUP":
            let channels = "\(manners.channel)-\(manners.channel + 1)"
            lines += [
                "Session: 4711; timeout=\(manners.timeout)",
                "Transport: RTP/AVP/TCP; unicast; interleaved=\(channels);ssrc=1",
            ]
        default: lines.append("Session: 4711")
        }
        let isPlayed = request.method == "PLAY" && status.hasPrefix("200")
        if isPlayed, manners.isEager { connection.send(Array(packets.prefix(2).joined())) }
        guard connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body) else { return false }
        if isPlayed { play(to: connection) }
        return true
    }

    private func play(to connection: CameraServer.Connection) {
        for round in 0..<manners.rounds {
            for packet in packets.dropFirst(round == 0 && manners.isEager ? 2 : 0) {
                guard manners.leavesOut(packet) || connection.send(packet) else { return }
                let dollar = UInt8(ascii: "$")
                if manners.babbles {
                    connection.send([dollar, 77, 0, 3, 1, 2, 3, dollar, manners.channel, 0, 0])
                }
                Thread.sleep(forTimeInterval: manners.pace)
            }
        }
    }
}
