import MetadataOutput

extension QRCodeDescriptor {
    /// Reads the codewords of a symbol that an engine has decoded.
    ///
    /// - Parameters:
    ///   - samples: A byte a module, row by row; 0 is dark.
    ///   - side: Modules a side.
    ///   - mask: The data mask that the engine has read.
    ///   - level: The level that it has read, such as `L`.
    /// - Returns: nil where the modules are not those of such a symbol: nothing is made up.
    init?(samples: [UInt8], side: Int, mask: Int, level: String, isMirrored: Bool) {
        guard let modules = QRModules(samples: samples, side: side, isMirrored: isMirrored),
            (0...7).contains(mask),
            let level = ErrorCorrectionLevel.allCases.first(where: {
                [UInt8($0.rawValue)] == Array(level.utf8)
            }),
            let payload = QRBlocks(version: modules.version, level: level).payload(
                of: modules.codewords(mask: mask))
        else { return nil }
        self.init(
            errorCorrectedPayload: payload, symbolVersion: modules.version, maskPattern: mask,
            errorCorrectionLevel: level)
    }
}
