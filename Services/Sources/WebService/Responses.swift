import NIOCore
import NIOHTTP1

/// An answer that is whole.
struct Response {
    var status: HTTPResponseStatus
    var type = "text/plain; charset=utf-8"
    var headers: [(String, String)] = []
    var body: ByteBuffer
    /// Whether it tells how long its body is.
    let hasLength: Bool

    init(_ status: HTTPResponseStatus, _ text: String? = nil) {
        self.status = status
        body = ByteBuffer(string: text ?? status.reasonPhrase + "\n")
        hasLength = status != .noContent && status != .notModified
    }

    /// What `HEAD` gets of an answer that does not end.
    init(headOfEndless type: String) {
        (status, body, self.type, hasLength) = (.ok, ByteBuffer(), type, false)
    }

    /// The answer to a method that there is not.
    static func allowing(_ methods: String) -> Self {
        var response = Self(.methodNotAllowed)
        response.headers = [("Allow", methods)]
        return response
    }

    init(_ body: ByteBuffer, type: String) {
        (status, self.body, self.type, hasLength) = (.ok, body, type, true)
    }
}

extension HTTPHeaders {
    /// What every answer says to browsers: nothing from elsewhere, nothing for elsewhere, nothing kept.
    static func safe(type: String) -> HTTPHeaders {
        [
            "Content-Type": type,
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()", "Cache-Control": "no-store",
        ]
    }
}
