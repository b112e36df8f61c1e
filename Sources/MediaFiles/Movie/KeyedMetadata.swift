/// What a movie says of itself as a whole, under names: QuickTime's metadata (`meta` of keys and values).
enum KeyedMetadata {
    /// A value, in one of QuickTime's well-known types.
    enum Value {
        case text(String)
        case float(Float)

        fileprivate var type: Int {
            switch self {
            case .text: 1
            case .float: 23
            }
        }

        fileprivate var bytes: [UInt8] {
            var bytes: [UInt8] = []
            switch self {
            case .text(let text): bytes += text.utf8
            case .float(let number): bytes.append32(number.bitPattern)
            }
            return bytes
        }
    }

    /// Appends the box that says it; nothing if there is nothing to say.
    static func append(_ values: [(key: String, value: Value)], to movie: inout [UInt8]) {
        guard !values.isEmpty else { return }
        movie.appendBox("meta") { box in
            box.appendBox("hdlr", version: 0) { box in
                box.append32(0)
                box.append(code: "mdta")
                box.append(zeros: 12)
                box.append(ended: "")
            }
            box.appendBox("keys", version: 0) { box in
                box.append32(values.count)
                for (key, _) in values {
                    box.append32(8 + key.utf8.count)
                    box.append(code: "mdta")
                    box += key.utf8
                }
            }
            box.appendBox("ilst") { box in
                for (index, (_, value)) in values.enumerated() {
                    // An item's type is the number of its key.
                    box.append32(24 + value.bytes.count)
                    box.append32(index + 1)
                    box.appendBox("data") { box in
                        box.append32(value.type)
                        box.append32(0)
                        box += value.bytes
                    }
                }
            }
        }
    }
}
