public import MetadataOutput

/// Speaks with network cameras by libcurl, which is opened at the first one and may be missing.
///
/// By HTTP, Motion JPEG (`multipart/x-mixed-replace`) and addresses that give one picture each time are read; by RTSP (RFC 2326)
/// the first video, which FFmpeg's libraries decode; they are opened at the first one and may be missing too.
public struct StandardNetworkStreamDecoder: NetworkStreamDecoder {
    private let isConfined: Bool

    /// Makes a decoder for this process.
    public init() {
        self.init(isConfined: false)
    }

    /// Makes a decoder.
    ///
    /// - Parameter isConfined: Whether the process closes its door before pictures are asked for, and can make no connection then.
    package init(isConfined: Bool) {
        self.isConfined = isConfined
    }

    /// Opens the libraries, if they are not open, and the certificates.
    ///
    /// - Throws: `.engineFailure` if a library cannot be opened, `.unreadable` if the certificates cannot.
    public func stream(from source: NetworkStreamSource) throws(PayloadError) -> any NetworkStreamReader {
        switch source.address.scheme {
        case .http, .https: try HTTPCameraStream(source, isConfined: isConfined)
        case .rtsp: try RTSPCameraStream(source, isConfined: isConfined)
        }
    }
}
