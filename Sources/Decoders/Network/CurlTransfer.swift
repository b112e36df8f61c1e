import CCurl
import Glibc
import MetadataOutput

/// Owner of what libcurl has of a camera's address: requests and their answers, one after the other.
struct CurlTransfer: ~Copyable {
    /// What a request has come to.
    enum Step {
        /// Nothing came in time.
        case waiting
        /// Of the answer's body.
        case bytes([UInt8])
        /// RTSP's packets, see ``InterleavedPackets``.
        case packets([UInt8])
        /// The answer is over.
        case end
        case needsConnection
        case failed(PayloadError)
    }

    private let transfer: OpaquePointer
    /// What is spoken.
    let scheme: NetworkAddress.Scheme

    /// - Throws: `.engineFailure` without the library; `.unreadable` if certificates are needed and cannot be read.
    init(_ source: NetworkStreamSource, isConfined: Bool) throws(PayloadError) {
        if let problem = CCurlOpen() {
            throw PayloadError(
                .engineFailure,
                "network cameras need libcurl (Debian 12's package libcurl4), which cannot be opened (\(String(cString: problem)))"
            )
        }
        let scheme = source.address.scheme
        let authorities =
            scheme == .https ? try Self.certificates(at: source.certificates ?? Self.systemCertificates) : []
        let made = source.address.url.withCString { url in
            scheme.rawValue.withCString { scheme in
                (source.credentials?.user ?? "").withCString { user in
                    (source.credentials?.password ?? "").withCString { password in
                        authorities.withUnsafeBufferPointer { authorities in
                            var options = CCurlOptions(
                                url: url, scheme: scheme, user: nil, password: nil, authorities: nil,
                                authorities_count: authorities.count, is_confined: isConfined)
                            if source.credentials != nil {
                                (options.user, options.password) = (user, password)
                            }
                            if !authorities.isEmpty { options.authorities = authorities.baseAddress }
                            return CCurlCreate(&options)
                        }
                    }
                }
            }
        }
        guard let made else {
            throw PayloadError(.engineFailure, "libcurl cannot be set up for this address")
        }
        transfer = made
        self.scheme = scheme
    }

    deinit { CCurlDestroy(transfer) }

    /// Gives it a socket for the next request.
    func connect(_ descriptor: Int32) { CCurlConnect(transfer, descriptor) }

    /// Begins a request, over the connection of the one before if that is open.
    func begin() { CCurlBegin(transfer) }

    /// Begins a request of RTSP.
    ///
    /// - Parameter address: What it is for.
    func begin(_ request: RTSPRequest, _ address: String) {
        CCurlBeginRTSP(transfer, request.native, address)
    }

    /// Goes on until bytes have come, the answer is over or the time is.
    func run(for time: Duration) -> Step {
        let milliseconds = max(0, (time / .milliseconds(1)).rounded(.up))
        switch CCurlRun(transfer, Int32(min(milliseconds, 60_000))) {
        case CCURL_BYTES:
            var count = 0
            let start = CCurlBytes(transfer, &count)
            defer { CCurlClear(transfer) }
            return .bytes(Array(UnsafeBufferPointer(start: start, count: count)))
        case CCURL_PACKETS:
            var count = 0
            let start = CCurlPackets(transfer, &count)
            defer { CCurlClearPackets(transfer) }
            return .packets(Array(UnsafeBufferPointer(start: start, count: count)))
        case CCURL_END: return .end
        case CCURL_NEEDS_CONNECTION: return .needsConnection
        case CCURL_WAITING: return .waiting
        default: return .failed(error)
        }
    }

    /// The answer's status; 0 as long as there is none.
    var status: Int { CCurlResponseCode(transfer) }

    /// The fields of the answer's head, by their names in lower case; of several answers to one request the last ones.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        for line in String(cString: CCurlHead(transfer)).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let text = line[line.index(after: colon)...].drop { $0 == " " }
            fields[line[..<colon].lowercased()] = text.filter { (0x20...0x7E).contains($0.asciiValue ?? 0) }
        }
        return fields
    }

    /// What the answer says it is, without parameters and in lower case; empty if it does not.
    var contentType: String {
        String(Self.shown(CCurlContentType(transfer)).prefix { $0 != ";" && $0 != " " }).lowercased()
    }

    /// Where the answer points to.
    var redirect: String { Self.shown(CCurlRedirect(transfer)) }

    /// Whether the camera has ended the connection before its answer was whole.
    var wasBrokenOff: Bool { CCurlWasBrokenOff(transfer) }

    private var error: PayloadError {
        let message = String(cString: CCurlMessage(transfer))
        guard CCurlDistrusts(transfer) else { return PayloadError(.unreadable, message) }
        return PayloadError(.notPermitted, "its certificate is not believed: \(message)")
    }

    /// What a stranger has written, as much as a line takes.
    private static func shown(_ text: UnsafePointer<CChar>?) -> String {
        text.map {
            String(
                decoding: UnsafeBufferPointer(start: $0, count: strnlen($0, 200)).map(UInt8.init(bitPattern:))
                    .filter { (0x20...0x7E).contains($0) }, as: UTF8.self)
        } ?? ""
    }

    /// Of Debian's package ca-certificates.
    private static let systemCertificates = "/etc/ssl/certs/ca-certificates.crt"

    private static func certificates(at path: String) throws(PayloadError) -> [UInt8] {
        // More than all authorities of the world take.
        let most = 16 << 20
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            let count = read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path, String(cString: strerror(errno))) }
            if count == 0 { break }
            bytes += part[..<count]
        }
        guard !bytes.isEmpty, bytes.count <= most else {
            throw unreadable(path, "it is no file of certificates")
        }
        return bytes
    }

    private static func unreadable(_ path: String, _ reason: String) -> PayloadError {
        PayloadError(.unreadable, "the certificates in \(path) cannot be read: \(reason)")
    }
}

extension RTSPRequest {
    fileprivate var native: CCurlRTSPRequest {
        switch self {
        case .options, .word: CCURL_RTSP_OPTIONS
        case .describe: CCURL_RTSP_DESCRIBE
        case .setup: CCURL_RTSP_SETUP
        case .play: CCURL_RTSP_PLAY
        case .receive: CCURL_RTSP_RECEIVE
        }
    }
}
