import MetadataOutput

/// Something that is an input: what to read, or why it cannot be.
struct FoundPicture: Sendable {
    let source: PictureSource
    /// Set where finding it failed already (a folder that cannot be listed).
    var error: PayloadError?

    /// Its bytes.
    func contents(limit: Int) -> Result<[UInt8], PayloadError> {
        if let error { return .failure(error) }
        return Result { () throws(PayloadError) in
            switch source {
            case .standardInput: try FileReader.standardInput(limit: limit)
            case .file(let path): try FileReader.contents(of: path, limit: limit)
            }
        }
    }
}
