/// Tables that JPEGs may leave out.
package enum JPEGTables {
    /// The segment with the four Huffman tables of ITU-T T.81, K.3, its marker included.
    package static let standardHuffman: [UInt8] = {
        let tables = typicalTables.flatMap { row in
            stride(from: 0, to: row.utf8.count, by: 2).compactMap {
                UInt8(row.dropFirst($0).prefix(2), radix: 16)
            }
        }
        let length = tables.count + 2
        return [0xff, 0xc4, UInt8(length >> 8), UInt8(length & 0xff)] + tables
    }()

    /// Each is its class and number, how many codes there are of 1 to 16 bits, and what they stand for.
    private static let typicalTables = [
        // Brightness, constant parts.
        "0000010501010101010100000000000000000102030405060708090a0b",
        // Brightness, the rest.
        "100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1",
        "c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758",
        "595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa",
        "b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7",
        "f8f9fa",
        // Colour, constant parts.
        "0100030101010101010101010000000000000102030405060708090a0b",
        // Colour, the rest.
        "1100020102040403040705040400010277000102031104052131061241510761711322328108144291a1b1c1",
        "09233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a5354555657",
        "58595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8",
        "a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7",
        "f8f9fa",
    ]
}
