import MetadataOutput

/// What stands before a member's header and goes before what that says.
struct TarExtension: Sendable {
    var path: [UInt8]?
    var size: Int?
    /// Nanoseconds since 1970.
    var modificationTime: Int?
    /// Whether the data is a file of which only the parts that are not empty are there.
    var isSparse = false

    /// Takes over what a POSIX extended header says: records `LENGTH KEY=VALUE` that end in a line feed.
    ///
    /// - Returns: Whether it could be read.
    mutating func take(_ data: [UInt8]) -> Bool {
        var rest = data[...]
        while !rest.isEmpty {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }.prefix(20)
            guard let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 1,
                length <= rest.count
            else { return false }
            let record = rest.prefix(length).dropFirst(digits.count + 1)
            rest = rest.dropFirst(length)
            guard record.last == UInt8(ascii: "\n"), let equals = record.firstIndex(of: UInt8(ascii: "="))
            else { return false }
            let value = record[(equals + 1)...].dropLast()
            guard take(String(decoding: record[..<equals], as: UTF8.self), value) else { return false }
        }
        return true
    }

    private mutating func take(_ key: String, _ value: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: value, as: UTF8.self)
        switch key {
        case "path": path = Array(value)
        case "size":
            guard let number = Int(text), number >= 0 else { return false }
            size = number
        case "mtime":
            // Digits beyond nanoseconds are of no use.
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard let seconds = parts.first.flatMap({ Int($0) }) else { return false }
            let digits = parts.count > 1 ? parts[1].prefix(9) : ""
            let fraction = Int(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
            let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            guard !overflow else { return false }
            modificationTime = nanoseconds &+ fraction
        case _ where key.begins(with: "GNU.sparse."): isSparse = true
        default: break
        }
        return true
    }
}
