/// The characters that data of an application identifier may have (GS1 General Specifications §7.11).
enum GS1Characters {
    case digits
    /// The invariant set of ISO/IEC 646 in GS1's choice.
    case set82
    /// Capitals, digits, `#`, `-` and `/`.
    case set39
    /// Base64 for URLs.
    case set64

    init(letter: Character) {
        self =
            switch letter {
            case "x": .set82
            case "y": .set39
            case "z": .set64
            default: .digits
            }
    }

    func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .digits: byte.isDigit
        case .set82: Self.values[byte] != nil
        case .set39: byte.isDigit || byte.isUppercase || "#-/".utf8.contains(byte)
        case .set64: byte.isDigit || (byte & ~0x20).isUppercase || "-_=".utf8.contains(byte)
        }
    }

    /// Whether the last two characters are those that a Global Model Number's others give (§7.9.5).
    static func hasModelCheck(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (3...25).contains(bytes.count) else { return false }
        let sum =
            zip(bytes.dropLast(2).reversed(), primes).reduce(0) { $0 + (values[$1.0] ?? 0) * $1.1 } % 1021
        let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
        return Array(bytes.suffix(2)) == [alphabet[sum / 32], alphabet[sum % 32]]
    }

    private static let primes = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
    ]

    /// The 82 characters and their values.
    private static let values: [UInt8: Int] = {
        let characters = "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
        return Dictionary(uniqueKeysWithValues: characters.utf8.enumerated().map { ($1, $0) })
    }()
}
