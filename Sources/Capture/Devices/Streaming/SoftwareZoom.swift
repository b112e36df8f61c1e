import Foundation
import MetadataOutput

/// A zoom that keeps the middle of the picture.
struct SoftwareZoom: Equatable, Sendable {
    /// 1 keeps all of it, 2 the middle half of either side.
    var factor = 1.0

    /// The part that is kept, 0…1.
    var part: CGRect {
        CGRect(x: (1 - 1 / factor) / 2, y: (1 - 1 / factor) / 2, width: 1 / factor, height: 1 / factor)
    }

    /// Where a part of the zoomed picture is in the whole one, both 0…1.
    func part(of rect: CGRect) -> CGRect {
        let whole = part
        return CGRect(
            x: whole.minX + rect.minX * whole.width, y: whole.minY + rect.minY * whole.height,
            width: rect.width * whole.width, height: rect.height * whole.height)
    }

    /// The payload's middle; nothing is copied.
    func apply(to payload: Payload) -> Payload {
        guard factor > 1 else { return payload }
        return if case .frame(let frame) = payload {
            .frame(frame.cropped(to: part))
        } else {
            .cropped(payload, to: part)
        }
    }
}
