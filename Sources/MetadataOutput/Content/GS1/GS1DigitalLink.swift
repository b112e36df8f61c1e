/// GS1 Digital Link: a web address whose path ends in a key of GS1's system, with or without what qualifies it, and whose
/// query may have further elements (GS1 Digital Link: URI syntax 1.4, §4, uncompressed).
enum GS1DigitalLink {
    /// Nil for other addresses, and where one of the elements is not as it should be.
    static func elements(of url: ArraySlice<UInt8>) -> [StructuredContent.GS1Element]? {
        let (address, query) = url.divided(at: UInt8(ascii: "#")).head.divided(at: UInt8(ascii: "?"))
        let segments = address.parts(at: UInt8(ascii: "/"))
        // The address's own parts, then pairs of identifier and data up to the end; of several keys the last.
        guard segments.count >= 5, segments.count <= StructuredContent.mostFields,
            let start = stride(from: segments.count - 2, through: 3, by: -2).first(where: {
                keys[segments[$0].text] != nil
            })
        else { return nil }
        let names = stride(from: start, to: segments.count, by: 2).map { segments[$0].text }
        guard areInOrder(Array(names.dropFirst()), of: keys[names[0]] ?? []) else { return nil }
        var elements: [StructuredContent.GS1Element] = []
        for (index, name) in names.enumerated() {
            guard let element = element(name, segments[start + 2 * index + 1]) else { return nil }
            elements.append(element)
        }
        for field in (query ?? []).parts(at: UInt8(ascii: "&")) {
            let (name, value) = field.divided(at: UInt8(ascii: "="))
            // What is no number is of somebody else.
            guard !name.isEmpty, name.isDigits else { continue }
            guard let element = element(name.text, value ?? []), elements.count < StructuredContent.mostFields
            else { return nil }
            elements.append(element)
        }
        return elements
    }

    private static func element(_ name: String, _ value: ArraySlice<UInt8>) -> StructuredContent.GS1Element? {
        guard let decoded = PercentEncoding.text(of: value).map({ Array($0.utf8) }) else { return nil }
        // A GTIN of 8, 12 or 13 digits may stand without its zeros.
        let zeros = name == "01" && [8, 12, 13].contains(decoded.count) ? 14 - decoded.count : 0
        let padded = Array(repeating: UInt8(ascii: "0"), count: zeros) + decoded
        return GS1ApplicationIdentifier.named(name)?.element(padded[...])
    }

    /// Whether names are some of one of the lists, in its order.
    private static func areInOrder(_ names: [String], of lists: [[String]]) -> Bool {
        names.isEmpty
            || lists.contains { list in
                var rest = list[...]
                return names.allSatisfy { name in
                    guard let place = rest.firstIndex(of: name) else { return false }
                    rest = rest[(place + 1)...]
                    return true
                }
            }
    }

    /// Primary keys, and what may qualify each, in order.
    private static let keys: [String: [[String]]] = [
        "00": [], "01": [["22", "10", "21"], ["235"]], "253": [], "255": [], "401": [], "402": [],
        "414": [["254"], ["7040"]], "415": [["8020"]], "417": [["7040"]], "8003": [], "8004": [["7040"]],
        "8006": [["22", "10", "21"]], "8010": [["8011"]], "8013": [], "8017": [["8019"]], "8018": [["8019"]],
    ]
}
