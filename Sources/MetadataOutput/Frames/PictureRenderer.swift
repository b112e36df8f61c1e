/// Makes something to look at of what was searched.
///
/// It stands beside the decoder, behind the one door for picture data, so that who draws a picture or writes a page
/// links no codec and looks into nobody's bytes.
public protocol PictureRenderer: Sendable {
    /// The views asked for.
    ///
    /// - Parameters:
    ///   - request: Which ones.
    ///   - payload: What was searched.
    ///   - frame: The same, decoded and upright.
    func views(_ request: PictureViewRequest, of payload: Payload, frame: Frame) -> PictureViews
}
