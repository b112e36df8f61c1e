/// What a camera says of what it sends: SDP (RFC 8866), as far as its video is concerned.
struct SessionDescription {
    /// The lines of the session and of its first video, without other media.
    let video: String
    /// What the video is asked for by (RFC 2326, C.1.1): an address, or a part of one; empty if it does not say.
    let control: String
    /// The same for all media together.
    let sessionControl: String

    /// Reads a description.
    ///
    /// - Returns: Nil if there is no video in it.
    init?(_ text: String) {
        var session: [Substring] = []
        var media: [[Substring]] = []
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("m=") {
                media.append([line])
            } else if media.isEmpty {
                session.append(line)
            } else {
                media[media.count - 1].append(line)
            }
        }
        guard let video = media.first(where: { $0[0].hasPrefix("m=video ") }) else { return nil }
        self.video = (session + video).joined(separator: "\r\n") + "\r\n"
        control = Self.control(in: video)
        sessionControl = Self.control(in: session)
    }

    private static func control(in lines: [Substring]) -> String {
        let attribute = "a=control:"
        let line = lines.first { $0.hasPrefix(attribute) }
        return line.map { String($0.dropFirst(attribute.count).filter { $0 != " " }) } ?? ""
    }

    /// What a control stands for.
    ///
    /// - Parameter base: What the description was of.
    static func address(of control: String, base: String) -> String {
        if control.isEmpty || control == "*" { return base }
        if control.lowercased().hasPrefix("rtsp://") { return control }
        return base.hasSuffix("/") || control.hasPrefix("/") ? base + control : base + "/" + control
    }
}
