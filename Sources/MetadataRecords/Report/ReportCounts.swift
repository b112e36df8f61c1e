import MetadataOutput

/// How many of what a report shows.
struct ReportCounts {
    private(set) var pictures = 0
    private(set) var found = 0
    private(set) var failed = 0
    private(set) var byType: [String: Int] = [:]
    private(set) var byEngine: [String: Int] = [:]

    mutating func take(_ result: Result<MetadataUpdate, PayloadError>) {
        pictures += 1
        switch result {
        case .failure: failed += 1
        case .success(let update):
            if !update.objects.isEmpty { found += 1 }
            if !update.failures.isEmpty { failed += 1 }
            for object in update.objects {
                byType[object.type.name, default: 0] += 1
                byEngine[object.engine.rawValue, default: 0] += 1
            }
        }
    }

    /// The counts as a section; it is written last and shown first.
    var markup: String {
        let sum = byType.values.reduce(0, +)
        return """
            <section id="counts">
            <p><b id="count-pictures">\(pictures)</b> pictures, <b id="count-found">\(found)</b> of them with \
            <b id="count-objects">\(sum)</b> objects, <b id="count-failed">\(failed)</b> with failures</p>
            \(table("type", byType))
            \(table("engine", byEngine))
            </section>
            """
    }

    /// The largest first.
    private func table(_ name: String, _ counts: [String: Int]) -> String {
        let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { key, count in
            "<tr><th>\(MarkupText.escaped(key))</th><td>\(count)</td></tr>"
        }
        return
            "<table class=\"counts\" id=\"by-\(name)\"><caption>by \(name)</caption>\(rows.joined())</table>"
    }
}
