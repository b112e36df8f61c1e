import MetadataOutput

/// A share of the inputs, chosen by their names: of a number of shards each input is in exactly one, the same on
/// every machine.
///
/// The shard of a name is FNV-1a with 64 bits of its bytes, mixed by the last steps of MurmurHash3, modulo the number of
/// shards.
public struct PictureShard: Sendable, Hashable {
    /// Which share, from 1.
    public let number: Int
    /// How many shares there are.
    public let count: Int

    /// Makes a shard; nil unless `number` is from 1 to `count`.
    public init?(_ number: Int, of count: Int) {
        guard count > 0, (1...count).contains(number) else { return nil }
        self.number = number
        self.count = count
    }

    /// Whether an input of this name is in it.
    public func contains(_ name: [UInt8]) -> Bool {
        StableHash.mixed(name) % UInt64(count) == UInt64(number - 1)
    }
}
