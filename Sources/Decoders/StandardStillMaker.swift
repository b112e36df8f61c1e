import Foundation
public import MetadataOutput

/// Makes files of cameras' pictures in this process: decodes, hides what nobody is to see, cuts, shrinks, encodes.
public struct StandardStillMaker: StillMaker {
    /// Makes a maker.
    public init() {}

    /// Makes what is asked for.
    public func stills(_ request: StillRequest) throws(PayloadError) -> StillResult {
        let whole = try picture(of: request)
        let part = cropped(whole, to: request.part)
        let shown = try part.hiding(request.hidden)
        let picture =
            (request.isEnlarged ? shown.enlarged(width: whole.width, height: whole.height) : shown)
            .outlined(request.outlines)
        var result = StillResult(stills: [], measure: request.includesMeasure ? part.measure : nil)
        for view in request.views {
            var seen = picture
            if let corners = view.corners { seen = try picture.seenFromTheFront(corners) }
            if let side = view.longestSide { seen = seen.shrunk(toSide: max(1, side)) }
            result.stills.append(try still(of: seen, view))
        }
        return result
    }

    /// An encoder of H.264, if libopenh264 is there; nil if it is not.
    public func makeVideoEncoder() -> (any VideoEncoder)? { H264Encoder() }

    private func still(
        of picture: ColourPicture, _ view: StillView
    ) throws(PayloadError) -> StillResult.Still {
        switch view.format {
        case .nv12:
            guard picture.width > 1, picture.height > 1 else {
                throw PayloadError(.undecodable, "samples of \(picture.width)x\(picture.height) pixels")
            }
            return StillResult.Still(
                bytes: picture.nv12, width: picture.width & ~1, height: picture.height & ~1)
        case .jpeg:
            guard
                let bytes = JPEG.encoded(picture, quality: Int32(clamping: min(max(view.quality, 1), 100)))
            else {
                throw PayloadError(
                    .overLimit, "no memory for a JPEG of \(picture.width)x\(picture.height) pixels")
            }
            return StillResult.Still(bytes: bytes, width: picture.width, height: picture.height)
        }
    }

    private func picture(of request: StillRequest) throws(PayloadError) -> ColourPicture {
        switch request.source {
        case .samples(let samples): return try ColourPicture(samples, limits: request.limits)
        case .jpeg(let bytes):
            guard bytes.count <= request.limits.fileBytes else {
                throw PayloadError(.overLimit, "a JPEG of \(bytes.count) bytes")
            }
            return try JPEG.colours(of: bytes, limits: request.limits, eighths: eighths(for: request))
        }
    }

    /// Small versions alone cost less: the decoder makes them smaller itself.
    private func eighths(for request: StillRequest) -> Int32 {
        let isWhole = request.part == CGRect(x: 0, y: 0, width: 1, height: 1)
        let sides = request.views.map { $0.corners == nil ? $0.longestSide : nil }
        guard isWhole, !request.includesMeasure, case .jpeg(let bytes) = request.source,
            let longest = JPEG.longerSide(of: bytes), let largest = sides.compactMap(\.self).max(),
            sides.allSatisfy({ $0 != nil })
        else { return 8 }
        return [1, 2, 4].first { longest * Int($0) / 8 >= largest } ?? 8
    }

    private func cropped(_ picture: ColourPicture, to part: CGRect) -> ColourPicture {
        let left = min(picture.width - 1, max(0, Int((part.minX * Double(picture.width)).rounded(.down))))
        let top = min(picture.height - 1, max(0, Int((part.minY * Double(picture.height)).rounded(.down))))
        let right = min(picture.width, max(left + 1, Int((part.maxX * Double(picture.width)).rounded(.up))))
        let bottom = min(picture.height, max(top + 1, Int((part.maxY * Double(picture.height)).rounded(.up))))
        guard (left, top, right, bottom) != (0, 0, picture.width, picture.height) else { return picture }
        return picture.map { $0.crop(x: left, y: top, width: right - left, height: bottom - top) }
    }
}

extension JPEG {
    /// The longer side of the first frame, in pixels.
    fileprivate static func longerSide(of bytes: [UInt8]) -> Int? {
        for segment in JPEGSegments(of: bytes) where (0xc0...0xc2).contains(segment.marker) {
            let numbers = segment.content.prefix(5).map(Int.init)
            return numbers.count == 5 ? max(numbers[1] << 8 | numbers[2], numbers[3] << 8 | numbers[4]) : nil
        }
        return nil
    }
}
