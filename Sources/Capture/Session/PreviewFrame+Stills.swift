import Foundation
package import MetadataOutput

extension CaptureVideoPreviewLayer.PreviewFrame {
    /// Asks for files of what a viewer sees of the frame: zoomed, masked, in colour as far as it has colours.
    ///
    /// - Returns: nil if nothing can be made of the picture.
    package func stillRequest(_ views: [StillView]) -> StillRequest? {
        var (payload, part, hidden) = (picture, CGRect(x: 0, y: 0, width: 1, height: 1), [HiddenRegion]())
        if let colors, let source = colors.bufferPicture.stillSource {
            hidden = colors.mask?.hiddenRegions(within: colors.part) ?? []
            return request(source, views, part: colors.part, hidden: hidden)
        }
        while true {
            switch payload {
            case .cropped(let whole, let rect):
                part = CGRect(
                    x: rect.minX + part.minX * rect.width, y: rect.minY + part.minY * rect.height,
                    width: part.width * rect.width, height: part.height * rect.height)
                payload = whole
            case .masked(let whole, let mask):
                hidden += mask.hiddenRegions(within: part)
                payload = whole
            case .encoded, .frame:
                return CaptureBuffer.Picture(payload)?.stillSource.map {
                    request($0, views, part: part, hidden: hidden)
                }
            }
        }
    }

    private func request(
        _ source: StillSource, _ views: [StillView], part: CGRect, hidden: [HiddenRegion]
    ) -> StillRequest {
        var request = StillRequest(source, views: views)
        (request.part, request.hidden) = (part, hidden)
        return request
    }
}
