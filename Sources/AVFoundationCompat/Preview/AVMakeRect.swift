import MetadataOutput

/// The largest rectangle of a shape in the middle of another one; empty if one of them is.
///
/// - Parameters:
///   - aspectRatio: The shape, as any size that has it.
///   - boundingRect: What it is to lie in.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    let fitted = PreviewTransform(videoSize: aspectRatio, previewSize: boundingRect.size)?.videoRect
    return fitted?.offsetBy(dx: boundingRect.minX, dy: boundingRect.minY) ?? .zero
}
