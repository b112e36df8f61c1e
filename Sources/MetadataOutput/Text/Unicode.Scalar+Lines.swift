extension Unicode.Scalar {
    /// Whether it would break a line, or steer a terminal, in output that promises one line a record: control
    /// characters, the separators that some readers take for line ends, and what has a text shown in another order
    /// (Unicode Standard Annex #9, explicit formatting).
    package var breaksOrSteersLines: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
