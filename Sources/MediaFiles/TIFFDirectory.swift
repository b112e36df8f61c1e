/// A directory of a TIFF file, which EXIF and DNG are made of: tags with values, further directories, and data.
package struct TIFFDirectory {
    /// What a tag says.
    package enum Value {
        case bytes([UInt8])
        /// Text of ASCII, ended by a zero in the file; what is not printable becomes question marks.
        case text(String)
        case shorts([UInt16])
        case longs([UInt32])
        case rationals([Rational])
        /// Rationals that may be negative.
        case signedRationals([SignedRational])
        /// Bytes whose meaning only the tag knows.
        case undefined([UInt8])
    }

    /// A fraction.
    package struct Rational: Hashable {
        package var numerator: UInt32
        package var denominator: UInt32

        package init(_ numerator: UInt32, _ denominator: UInt32) {
            (self.numerator, self.denominator) = (numerator, denominator)
        }
    }

    /// A fraction that may be negative.
    package struct SignedRational: Hashable {
        package var numerator: Int32
        package var denominator: Int32

        package init(_ numerator: Int32, _ denominator: Int32) {
            (self.numerator, self.denominator) = (numerator, denominator)
        }

        /// The nearest of ten thousandths.
        package init(_ value: Double) {
            self.init(Int32((value * 10_000).rounded()), 10_000)
        }
    }

    /// Bytes that the directory points at: a thumbnail, a picture's samples.
    package struct DataBlock {
        /// The tag whose value is where they begin.
        package var tag: UInt16
        package var bytes: [UInt8]
    }

    /// Values by tag.
    package var values: [UInt16: Value] = [:]
    /// Further directories by the tag that points at them.
    package var directories: [UInt16: [TIFFDirectory]] = [:]
    package var data: DataBlock?

    package init() {}

    /// A TIFF file, little-endian, of directories that follow one another.
    package static func file(_ directories: [TIFFDirectory]) -> [UInt8] {
        var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
        var pointer = 4
        for directory in directories {
            file.put(UInt32(file.count), at: pointer)
            pointer = directory.append(to: &file)
        }
        return file
    }

    /// Appends the directory and all that belongs to it.
    ///
    /// - Returns: Where the place of the next directory has to be written.
    private func append(to file: inout [UInt8]) -> Int {
        let start = file.count
        let tags = (Array(values.keys) + directories.keys + (data.map { [$0.tag] } ?? [])).sorted()
        file.append(UInt16(tags.count))
        file += [UInt8](repeating: 0, count: tags.count * 12 + 4)
        for (index, tag) in tags.enumerated() {
            let value: Value
            if let known = values[tag] {
                value = known
            } else if let children = directories[tag] {
                value = .longs(
                    children.map { child in
                        let place = UInt32(file.count)
                        _ = child.append(to: &file)
                        return place
                    })
            } else {
                value = .longs([UInt32(file.count)])
                file += data?.bytes ?? []
                file.pad()
            }
            value.write(tag, at: start + 2 + index * 12, of: &file)
        }
        return start + 2 + tags.count * 12
    }
}

extension TIFFDirectory.Value {
    /// TIFF's number of the type, how many there are, and their bytes.
    private var field: (type: UInt16, count: Int, bytes: [UInt8]) {
        var bytes: [UInt8] = []
        switch self {
        case .bytes(let values): return (1, values.count, values)
        case .text(let text):
            let characters = text.utf8.map { (0x20..<0x7f).contains($0) ? $0 : UInt8(ascii: "?") } + [0]
            return (2, characters.count, characters)
        case .shorts(let values):
            for value in values { bytes.append(value) }
            return (3, values.count, bytes)
        case .longs(let values):
            for value in values { bytes.append(value) }
            return (4, values.count, bytes)
        case .rationals(let values):
            for value in values {
                bytes.append(value.numerator)
                bytes.append(value.denominator)
            }
            return (5, values.count, bytes)
        case .undefined(let values): return (7, values.count, values)
        case .signedRationals(let values):
            for value in values {
                bytes.append(UInt32(bitPattern: value.numerator))
                bytes.append(UInt32(bitPattern: value.denominator))
            }
            return (10, values.count, bytes)
        }
    }

    /// Writes the entry, and what has no room in it at the file's end.
    fileprivate func write(_ tag: UInt16, at place: Int, of file: inout [UInt8]) {
        let (type, count, bytes) = field
        file.put(UInt32(tag) | UInt32(type) << 16, at: place)
        file.put(UInt32(count), at: place + 4)
        if bytes.count <= 4 {
            for (index, byte) in bytes.enumerated() { file[place + 8 + index] = byte }
        } else {
            file.put(UInt32(file.count), at: place + 8)
            file += bytes
            file.pad()
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ value: UInt16) {
        self += [UInt8(value & 0xff), UInt8(value >> 8)]
    }

    fileprivate mutating func append(_ value: UInt32) {
        append(UInt16(value & 0xffff))
        append(UInt16(value >> 16))
    }

    fileprivate mutating func put(_ value: UInt32, at place: Int) {
        for index in 0..<4 { self[place + index] = UInt8(truncatingIfNeeded: value >> (UInt32(index) * 8)) }
    }

    /// Values begin at even places.
    fileprivate mutating func pad() { if !count.isMultiple(of: 2) { append(0 as UInt8) } }
}
