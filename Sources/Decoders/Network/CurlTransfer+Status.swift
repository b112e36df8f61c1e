import MetadataOutput

extension CurlTransfer {
    /// Looks at the answer's status, which HTTP and RTSP have in common.
    ///
    /// - Parameter hasCredentials: Whether it was said who asks.
    /// - Throws: What is in the way, for a person.
    func checkStatus(hasCredentials: Bool) throws(PayloadError) {
        let told = "\(scheme.protocolName) \(status)"
        switch status {
        case 200: return
        case 401:
            throw hasCredentials
                ? Self.refusal : PayloadError(.notPermitted, "it asks for a user's name and password")
        case 403: throw PayloadError(.notPermitted, "it does not let this user see it (\(told))")
        case 404: throw PayloadError(.notFound, "there is nothing at this address (\(told))")
        case 300..<400:
            throw PayloadError(
                .unreadable,
                redirect.isEmpty
                    ? "it points to another address, and not to which (\(told))"
                    : "it points to another address, which is to be used instead: \(NetworkAddress.shown(redirect))"
            )
        default: throw PayloadError(.unreadable, "it answers with \(told)")
        }
    }

    /// Whether the camera may well have a picture the next time: it is busy, or was asked too often.
    var isBusy: Bool { status == 429 || (500..<600).contains(status) }

    /// What an error comes to. A password that is not taken is told from all else that is in the way: who goes on with it is locked out.
    static func reading(of error: PayloadError) -> NetworkStreamReading {
        error == refusal ? .refused(error) : .failed(error)
    }

    private static let refusal = PayloadError(.notPermitted, "it does not take this user's password")
}

extension NetworkAddress.Scheme {
    fileprivate var protocolName: String {
        switch self {
        case .http, .https: "HTTP"
        case .rtsp: "RTSP"
        }
    }
}
