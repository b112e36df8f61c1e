/// What a camera is asked for by RTSP.
enum RTSPRequest {
    /// What may be asked.
    case options
    case describe
    /// The video's packets, over the connection.
    case setup
    case play
    /// Packets, without saying anything.
    case receive
    /// A word that somebody listens: what may be asked, once more. Others ask for a parameter without a name, of whose answers libcurl
    /// 7.88 takes none that says something.
    case word
}

/// What a camera has said of the session with it.
struct RTSPSession {
    /// Of a session that does not say when it ends without a word (RFC 2326, 12.37), in seconds.
    private static let standardTimeout = 60

    /// What the addresses in the description begin with.
    var base = ""
    /// What is sent.
    var description: SessionDescription?
    /// Where the video's packets come, those of RTP and then those of RTCP.
    private(set) var channels = 0...1
    /// For how long it may be left without a word: half of what ends it.
    private(set) var silence = Duration.seconds(Self.standardTimeout) / 2

    /// What the video is asked for by.
    var videoAddress: String {
        SessionDescription.address(of: description?.control ?? "", base: base)
    }

    /// What the session as a whole is asked for by.
    var address: String {
        SessionDescription.address(of: description?.sessionControl ?? "", base: base)
    }

    /// - Parameter fields: Of the answer's head.
    mutating func learnTransport(from fields: [String: String]) {
        let seconds = Self.parameter("timeout", of: fields["session"]).flatMap { Int($0) }
        silence = .seconds(min(max(seconds ?? Self.standardTimeout, 2), 3600)) / 2
        let numbers = Self.parameter("interleaved", of: fields["transport"])?.split(separator: "-").map {
            Int($0)
        }
        guard let first = numbers?.first ?? nil, (0...254).contains(first) else { return }
        channels = first...first + 1
    }

    private static func parameter(_ name: String, of field: String?) -> Substring? {
        let parts = (field ?? "").filter { $0 != " " }.split(separator: ";")
        let part = parts.first { $0.lowercased().hasPrefix(name + "=") }
        return part?.dropFirst(name.count + 1)
    }
}
