import ArgumentParser
import Foundation
import MetadataOutput

/// A preview in whose points geometry is given as well.
struct PreviewOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also print each object's place in a preview of this size, in the preview's points.",
            valueName: "WxH"))
    var preview: PreviewSize?

    @Option(
        help: ArgumentHelp(
            "How the picture fits into the preview: resizeAspect (default), resizeAspectFill or resize."))
    var gravity: VideoGravity?

    @Option(
        help: ArgumentHelp(
            "Turn the picture clockwise in the preview by this many degrees.", valueName: "0|90|180|270"))
    var rotation: Int?

    @Flag(help: "Flip the picture left to right in the preview, after turning it.")
    var mirrored = false

    func validate() throws {
        let isRotationRight = rotation.map([0, 90, 180, 270].contains) ?? true
        guard isRotationRight, preview == nil || videoPreview != nil else {
            throw ValidationError("--preview needs a size above 0; --rotation must be 0, 90, 180 or 270.")
        }
    }

    /// Whether it is said how pictures are shown, but not in what size.
    var hasLookAlone: Bool { preview == nil && (gravity != nil || rotation != nil || mirrored) }

    /// How pictures of cameras should be shown.
    var look: LinkLook {
        LinkLook(
            rotation: rotation ?? 0, isMirrored: mirrored, gravity: (gravity ?? .resizeAspect).rawValue)
    }

    /// The preview, if one is asked for.
    var videoPreview: VideoPreview? {
        preview.flatMap {
            VideoPreview(
                size: $0.size, videoGravity: gravity ?? .resizeAspect, videoRotationAngle: rotation ?? 0,
                isVideoMirrored: mirrored)
        }
    }
}

/// The argument of `--preview`: `WxH`.
struct PreviewSize: ExpressibleByArgument {
    /// Width and height in points.
    let size: CGSize

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]) else {
            return nil
        }
        size = CGSize(width: width, height: height)
    }
}
