public import MetadataOutput

extension CaptureMetadataOutput {
    /// Gets ready what the types asked for are searched with (models, other processes), by a search of nothing: a
    /// camera's first frames need not wait for it then. What goes wrong is told by the first search that matters.
    public func prepare() async {
        let nothing = Plane(width: 64, height: 64, samples: [UInt8](repeating: 0, count: 64 * 64))
        try? await onThread { () throws(CaptureError) in
            _ = try? self.update(for: .frame(Frame(luma: nothing)))
        }
    }
}
