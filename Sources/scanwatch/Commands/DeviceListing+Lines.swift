import MetadataRecords

extension DeviceListing {
    /// The same for people.
    var lines: [String] {
        let head = ["\(path)  \(name)", "  id       \(id)"]
        let maker = [manufacturer, modelID].compactMap(\.self).joined(separator: ", ")
        return
            (head + (maker.isEmpty ? [] : ["  maker    \(maker)"])
            + (advice.map { ["  refused  \($0)"] } ?? []) + (inUse ? ["  in use   by another program"] : [])
            + section("formats", formats.map(\.cells)) + section("controls", controls.map(\.cells)))
            .map(Self.printable)
    }

    private func section(_ name: String, _ rows: [[String]]) -> [String] {
        rows.isEmpty ? [] : ["  \(name)"] + TextTable.lines(rows).map { "    " + $0 }
    }

    /// Names come from the camera; none may steer a terminal.
    private static func printable(_ line: String) -> String {
        String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}

extension DeviceListing.Format {
    /// Pixel format, size, rates.
    fileprivate var cells: [String] {
        let rates = rates.map { range in
            range[0] == range[1] ? text(range[1]) : "\(text(range[0]))-\(text(range[1]))"
        }
        return [
            pixelFormat, "\(width)x\(height)", rates.isEmpty ? "" : rates.joined(separator: ", ") + " fps",
        ]
    }

    private func text(_ rate: Double) -> String { rate == rate.rounded() ? String(Int(rate)) : String(rate) }
}

extension DeviceListing.Control {
    /// Name, value, what it may be, property.
    fileprivate var cells: [String] {
        let choices = menu.map { $0.map { "\($0.value) \($0.name)" }.joined(separator: ", ") }
        let range =
            kind == "boolean" ? "off, on" : "\(minimum) to \(maximum)" + (step > 1 ? " by \(step)" : "")
        let notes = (readOnly ? ["read only"] : []) + (inactive ? ["inactive"] : [])
        let whole = ([kind == "button" ? "" : choices ?? range] + notes).filter { !$0.isEmpty }
        return [name, value.map { "= \($0)" } ?? "", whole.joined(separator: "; "), property ?? ""]
    }
}
