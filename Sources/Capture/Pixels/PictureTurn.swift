import Foundation
import MetadataOutput

/// Turns and flips rows of samples as a transform says: where each sample of the turned picture is in the other.
struct PictureTurn {
    /// Samples in a row of the turned picture.
    let width: Int
    /// Rows of the turned picture.
    let height: Int
    /// Where the turned picture's first sample is: column and row.
    private let start: (x: Int, y: Int)
    /// From there to the next in its row.
    private let across: (x: Int, y: Int)
    /// From there to the next row.
    private let down: (x: Int, y: Int)

    /// - Parameter transform: From the picture to one of the same samples: 0, 90, 180 or 270 degrees, mirrored or not.
    init(_ transform: PreviewTransform) {
        width = Int(transform.previewSize.width)
        height = Int(transform.previewSize.height)
        func sample(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
            let point = transform.captureDevicePointConverted(
                fromLayerPoint: CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5))
            return (
                Int((point.x * transform.videoSize.width).rounded(.down)),
                Int((point.y * transform.videoSize.height).rounded(.down))
            )
        }
        start = sample(0, 0)
        let (right, below) = (sample(1, 0), sample(0, 1))
        across = (right.x - start.x, right.y - start.y)
        down = (below.x - start.x, below.y - start.y)
    }

    /// The same for a plane with fewer samples.
    ///
    /// - Parameter scale: How many pixels in each direction a sample stands for.
    init?(_ transform: PreviewTransform, scaledBy scale: Int) {
        func scaled(_ size: CGSize) -> CGSize {
            CGSize(
                width: (size.width / Double(scale)).rounded(.up),
                height: (size.height / Double(scale)).rounded(.up))
        }
        guard
            let plane = PreviewTransform(
                videoSize: scaled(transform.videoSize), previewSize: scaled(transform.previewSize),
                videoGravity: .resize, videoRotationAngle: transform.videoRotationAngle,
                isVideoMirrored: transform.isVideoMirrored)
        else { return nil }
        self.init(plane)
    }

    /// Whether the turned picture is the picture.
    var isIdentity: Bool { start == (0, 0) && across == (1, 0) && down == (0, 1) }

    /// Writes the turned picture.
    ///
    /// - Parameters:
    ///   - source: The picture's first sample.
    ///   - sourceRow: Bytes from one of its rows to the next.
    ///   - target: Where the turned picture's first sample goes.
    ///   - targetRow: Bytes from one of its rows to the next.
    func copy<Sample: BitwiseCopyable>(
        _ source: UnsafePointer<Sample>, row sourceRow: Int, to target: UnsafeMutablePointer<Sample>,
        row targetRow: Int
    ) {
        let size = MemoryLayout<Sample>.stride
        let from = UnsafeRawPointer(source)
        let to = UnsafeMutableRawPointer(target)
        let step = across.y &* sourceRow &+ across.x &* size
        // Where rows become columns, blocks keep both sides within the processor's cache.
        let block = across.y == 0 ? width : 32
        for left in stride(from: 0, to: width, by: block) {
            for y in 0..<height {
                var place =
                    (start.y &+ y &* down.y &+ left &* across.y) &* sourceRow
                    &+ (start.x &+ y &* down.x &+ left &* across.x) &* size
                var end = y &* targetRow &+ left &* size
                for _ in left..<min(left &+ block, width) {
                    to.storeBytes(
                        of: from.load(fromByteOffset: place, as: Sample.self), toByteOffset: end,
                        as: Sample.self)
                    place &+= step
                    end &+= size
                }
            }
        }
    }

    /// A plane turned.
    func turned(_ plane: Plane) -> Plane {
        if isIdentity { return plane }
        return plane.withUnsafeSamples { source in
            Plane(width: width, height: height) { samples in
                guard let target = samples.baseAddress else { return }
                copy(source, row: plane.bytesPerRow, to: target, row: width)
            }
        }
    }
}
