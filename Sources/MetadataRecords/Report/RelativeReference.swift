/// URL references from one file to another.
public enum RelativeReference {
    /// How a page in `folder` names `file`: a relative path with everything but letters, digits and a few marks
    /// percent-encoded, so that it can be nothing but a path.
    ///
    /// - Parameters:
    ///   - file: An absolute path in the file system's own bytes, without `.`, `..` or links on its way.
    ///   - folder: The same of the folder that the page stands in.
    public static func reference(to file: [UInt8], from folder: [UInt8]) -> String {
        let slash = UInt8(ascii: "/")
        let (target, base) = (file.split(separator: slash), folder.split(separator: slash))
        let common = zip(target.dropLast(), base).prefix { $0 == $1 }.count
        let way = Array(repeating: "..", count: base.count - common) + target.dropFirst(common).map(encoded)
        // Without the dot a colon in the first name would make a scheme of it.
        return (base.count == common ? "./" : "") + way.joined(separator: "/")
    }

    private static func encoded(_ name: ArraySlice<UInt8>) -> String {
        name.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + hexadecimal(UInt32(byte), digits: 2).uppercased()
            }
        }
    }
}
