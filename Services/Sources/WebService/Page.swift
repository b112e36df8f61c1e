import NIOCore

/// The files of the page, which are part of the program.
enum Page {
    struct File {
        /// Whoever is sent it shares it.
        let contents: ByteBuffer
        let type: String

        init(_ bytes: [UInt8], type: String) { (contents, self.type) = (ByteBuffer(bytes: bytes), type) }
    }

    static let files: [String: File] = [
        "/": File(PackageResources.index_html, type: "text/html; charset=utf-8"),
        "/style.css": File(PackageResources.style_css, type: "text/css; charset=utf-8"),
        "/page.js": script(PackageResources.page_js),
        "/geometry.js": script(PackageResources.geometry_js),
        "/camera.js": script(PackageResources.camera_js),
        "/overlay.js": script(PackageResources.overlay_js),
        "/zones.js": script(PackageResources.zones_js),
        "/text.js": script(PackageResources.text_js),
        "/connection.js": script(PackageResources.connection_js),
    ]

    private static func script(_ bytes: [UInt8]) -> File {
        File(bytes, type: "text/javascript; charset=utf-8")
    }
}
