/// The files of the page, which are part of the program.
enum Page {
    struct File {
        let bytes: [UInt8]
        let type: String
    }

    static let files: [String: File] = [
        "/": File(bytes: PackageResources.index_html, type: "text/html; charset=utf-8"),
        "/style.css": File(bytes: PackageResources.style_css, type: "text/css; charset=utf-8"),
        "/page.js": script(PackageResources.page_js),
        "/geometry.js": script(PackageResources.geometry_js),
        "/camera.js": script(PackageResources.camera_js),
        "/overlay.js": script(PackageResources.overlay_js),
        "/zones.js": script(PackageResources.zones_js),
        "/text.js": script(PackageResources.text_js),
        "/connection.js": script(PackageResources.connection_js),
    ]

    private static func script(_ bytes: [UInt8]) -> File {
        File(bytes: bytes, type: "text/javascript; charset=utf-8")
    }
}
