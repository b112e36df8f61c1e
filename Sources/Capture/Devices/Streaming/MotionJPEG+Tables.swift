import MediaFiles

extension MotionJPEG {
    /// A camera's picture as a file that everybody can decode: many cameras leave the Huffman tables out, which are
    /// the same in each picture, and browsers do not know them.
    ///
    /// - Returns: nil if it is no JPEG whose tables and frame can be told.
    package static func selfContained(_ picture: [UInt8]) -> [UInt8]? {
        guard picture.starts(with: [0xff, 0xd8]) else { return nil }
        var place = 2
        while place + 4 <= picture.count, picture[place] == 0xff {
            let marker = picture[place + 1]
            switch marker {
            case 0xff: place += 1
            case 0xc4: return picture
            case 0xda: return picture[..<place] + JPEGTables.standardHuffman + picture[place...]
            case 0x01, 0xd0...0xd9: return nil
            default:
                let length = Int(picture[place + 2]) << 8 | Int(picture[place + 3])
                guard length >= 2 else { return nil }
                place += 2 + length
            }
        }
        return nil
    }
}
