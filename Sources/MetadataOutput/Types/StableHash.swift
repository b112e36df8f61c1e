/// A number made of bytes that is the same in every process, on every machine and in every version.
package enum StableHash {
    /// FNV-1a with 64 bits, so far.
    package static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    /// FNV-1a with 64 bits of all that was hashed so far (``start`` for nothing) and then `bytes`.
    package static func fnv1a(_ bytes: some Sequence<UInt8>, after hash: UInt64 = start) -> UInt64 {
        bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// FNV-1a and the last steps of MurmurHash3, after which every bit depends on every byte. FNV-1a's lowest bit
    /// alone is the parity of the bytes', so that all of `1/1.jpg`, `2/2.jpg` … would be even.
    package static func mixed(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = fnv1a(bytes)
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ (hash >> 33)
    }
}
