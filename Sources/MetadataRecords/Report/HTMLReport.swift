import Foundation
import MetadataOutput

/// One page about many pictures, complete in itself: thumbnails with what was found drawn upon them, a table that
/// sorts and filters, counts by type and engine, failures.
///
/// Written as it comes: ``header``, one ``rows(for:link:)`` a picture, ``footer``. It keeps counts and nothing
/// else, so that it needs no more memory for a hundred thousand pictures than for one. The page asks nobody for
/// anything (its Content-Security-Policy forbids it) and builds rows only as they come into sight.
///
/// All text comes from pictures and file names: it is escaped, and the page's script puts it in as text.
public struct HTMLReport: Sendable {
    /// The longer side of the thumbnails it shows, in pixels; ask for these in `PictureViewRequest`.
    public static let thumbnailSide = 200

    private var counts = ReportCounts()

    /// Makes a report.
    public init() {}

    /// What stands before the first picture.
    public var header: [UInt8] {
        let policy =
            "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '\(ReportScript.hash)'; "
            + "base-uri 'none'; form-action 'none'"
        let text = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>scanwatch report</title>
            <style>
            \(ReportStyle.text)
            </style>
            </head>
            <body>
            <h1>scanwatch report</h1>
            \(ReportTable.markup)
            <script type="application/json" id="rows">

            """
        return Array(text.utf8)
    }

    /// A picture's part.
    ///
    /// - Parameters:
    ///   - record: What was found; its thumbnail is the update's.
    ///   - link: A relative URL reference of the picture as seen from the page (see ``RelativeReference``), or nil.
    public mutating func rows(for record: Record, link: String?) -> [UInt8] {
        counts.take(record.result)
        var row = JSONWriter()
        row.object { $0.write(record, link: link) }
        var picture = JSONWriter()
        picture.object { writer in
            if case .success(let update) = record.result { writer.field("svg", drawing(of: update)) }
        }
        return inert(row.bytes) + [UInt8(ascii: "\n")] + inert(picture.bytes) + [UInt8(ascii: "\n")]
    }

    /// What stands after the last picture.
    public var footer: [UInt8] {
        let text = """
            </script>
            \(counts.markup)
            <script>\(ReportScript.text)</script>
            </body>
            </html>

            """
        return Array(text.utf8)
    }

    /// The thumbnail with the overlay, as an SVG document.
    private func drawing(of update: MetadataUpdate) -> String {
        let scale = Double(Self.thumbnailSide) / Double(max(update.width, update.height, 1))
        let (width, height) = (Double(update.width) * scale, Double(update.height) * scale)
        let overlay = SVGOverlay(
            size: CGSize(width: max(1, width), height: max(1, height)), includesLabels: false)
        return overlay.document(for: update, picture: update.views.thumbnail)
    }

    /// JSON in which no markup can begin: `<` stands in strings only, and may be written as an escape there.
    private func inert(_ json: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(json.count + json.count / 64)
        for byte in json {
            if byte == UInt8(ascii: "<") { result += #"\u003c"#.utf8 } else { result.append(byte) }
        }
        return result
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ record: Record, link: String?) {
        field("index", record.index)
        field("source", MarkupText.visible(String(decoding: record.source, as: UTF8.self)))
        if let link { field("link", link) }
        switch record.result {
        case .success(let update):
            field("width", update.width)
            field("height", update.height)
            field("objects", update.objects) { $0.write($1) }
            guard !update.failures.isEmpty else { return }
            let failures = update.failures.map { "\($0.engine.rawValue): \($0.reason)" }
            field("error", MarkupText.visible(failures.joined(separator: "; ")))
        case .failure(let error):
            field("error", MarkupText.visible(error.message))
        }
    }

    private mutating func write(_ object: any MetadataObject) {
        field("type", object.type.name)
        field("colour", OverlayColour.of(object.type))
        field("engine", object.engine.rawValue)
        field("confidence", object.confidence, places: 3)
        switch object {
        case let code as MetadataMachineReadableCodeObject: field("text", OverlayLabel.content(of: code))
        case let face as MetadataFaceObject:
            field("text", OverlayLabel.angles(of: face).joined(separator: " "))
        default: break
        }
    }
}
