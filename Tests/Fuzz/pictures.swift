import Foundation
import MetadataOutput

// Compiled as a part of Decoders.

/// Any bytes as a picture, what is made of it for browsers, and photos of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func readPicture(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // What is decoded apart ends processes, and has harnesses of its own that let it.
    let format = EncodedPictureFormat(prefix: bytes)
    guard format?.isOpenedLate != true else { return 0 }
    let limits = DecodingLimits(pixels: 1 << 18, memoryBytes: 1 << 25)
    let decoder = StandardPictureDecoder()
    if format == .jpeg { makePhotos(of: bytes, limits) }
    guard let frame = try? decoder.frame(from: bytes, limits: limits) else { return 0 }
    let (width, height) = (frame.luma.width, frame.luma.height)
    precondition(width > 0 && height > 0 && width * height <= limits.pixels)
    let request = PictureViewRequest(thumbnailSide: 32, includesPicture: true)
    for payload in [
        Payload.encoded(bytes, limits: limits), .masked(.encoded(bytes, limits: limits), by: hidden),
    ] {
        let views = StandardPictureRenderer().views(request, of: payload, frame: frame)
        guard let thumbnail = views.thumbnail, let picture = views.picture else {
            fatalError("a view is missing")
        }
        precondition(max(thumbnail.width, thumbnail.height) <= 32)
        // What browsers are shown is a picture, and of this size.
        guard let shown = try? decoder.frame(from: picture.bytes, limits: .standard) else {
            fatalError("a \(format?.rawValue ?? "") that cannot be shown")
        }
        precondition(shown.luma.width == picture.width && shown.luma.height == picture.height)
    }
    return 0
}

/// The part of every picture that nobody is to see.
private let hidden: PictureMask = {
    let corners = [(0.1, 0.1), (0.6, 0.2), (0.3, 0.7)].map { CGPoint(x: $0.0, y: $0.1) }
    guard let area = Zone(name: "hidden", corners: corners), let mask = PictureMask(areas: [area]) else {
        fatalError("no mask")
    }
    return mask
}()

private func makePhotos(of bytes: [UInt8], _ limits: DecodingLimits) {
    let small = StillView(longestSide: 32)
    for views in [[small], [StillView(format: .nv12), small]] {
        var request = StillRequest(.jpeg(bytes), views: views)
        (request.limits, request.includesMeasure) = (limits, views.count > 1)
        guard let made = try? StandardStillMaker().stills(request) else { continue }
        precondition(made.stills.count == views.count)
    }
}

/// Pictures to begin with are those of the tests.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt { 0 }
