package import MetadataOutput
import Synchronization

/// An encoder that the machine has: a node of the kernel's interface for stateful encoders ("Memory-to-Memory Stateful Video
/// Encoder Interface"), from a first picture to a last. Used by one thread at a time, which is never held up for longer than
/// ``patience``.
///
/// What it encodes into is a parameter: movies want H.264, and the kernel's encoder made of software has another.
package final class HardwareEncoder: Sendable {
    /// What has come out of it.
    package struct Coded: Sendable, Hashable {
        /// As the encoder gave them; empty if it says that they are damaged.
        package var bytes: [UInt8]
        /// What the picture was given with.
        package var stamp: Int
        /// Whether it needs no other, as the driver says.
        package var isKeyFrame: Bool
    }

    /// Why nothing more comes out of it.
    package struct Failure: Error, Sendable, Hashable {
        /// One line for a person.
        package var message: String
    }

    /// How long it may take for a picture.
    static let patience = Duration.seconds(2)

    /// Where it is.
    package let path: String
    private let session: Mutex<EncoderSession>

    /// The nodes of the machine's encoders of a format.
    package static func paths(for coded: PixelFormat) -> [String] {
        HardwareEncoders.shared.paths(for: coded)
    }

    /// Opens one.
    ///
    /// - Parameters:
    ///   - path: Its node.
    ///   - coded: What is to come out.
    ///   - width: Of pictures in pixels, even, as is `height`.
    ///   - frameRate: Pictures a second, more or less.
    package convenience init(
        path: String, coded: PixelFormat, width: Int, height: Int, frameRate: Double
    ) throws(Failure) {
        try self.init(
            path: path, coded: coded, EncoderWishes(width: width, height: height, frameRate: frameRate),
            system: DeviceSystem())
    }

    /// - Parameters:
    ///   - source: How pictures lie; of an encoder that takes them so no sample is moved to another place.
    ///   - matrix: What their luma and chroma mean.
    init(
        path: String, coded: PixelFormat, _ wishes: EncoderWishes, source: PixelFormat? = nil,
        matrix: YUVEncoding.Matrix = .bt601, system: DeviceSystem
    ) throws(Failure) {
        self.path = path
        do throws(SystemFailure) {
            let node = try VideoNode(path: path, system: system.calls)
            let planes = try node.identity().hasSeveralPlanes
            session = Mutex(
                try EncoderSession.start(
                    on: CodecNode(node: node, hasSeveralPlanes: planes), coded: coded, wishes, source: source,
                    matrix: matrix))
        } catch {
            throw Failure(path, error)
        }
    }

    /// Gives it a picture.
    ///
    /// - Parameters:
    ///   - samples: Of the encoder's size, as `NV12`, `NV21`, `YU12` or `YV12`, in video range.
    ///   - stamp: Its time in microseconds, above the one before.
    ///   - isKeyFrame: Whether it is to need no other; an encoder may have no such wish.
    /// - Returns: What has come out since.
    package func add(
        _ samples: StillSamples, stamp: Int, isKeyFrame: Bool = false
    ) throws(Failure) -> [Coded] {
        try session.withLock { session throws(Failure) in
            do throws(SystemFailure) {
                return try session.add(samples, stamp: stamp, isKeyFrame: isKeyFrame)
            } catch {
                throw Failure(path, error)
            }
        }
    }

    /// Waits for what is left. Nothing can be given to it afterwards.
    package func finish() throws(Failure) -> [Coded] {
        try session.withLock { session throws(Failure) in
            do throws(SystemFailure) { return try session.finish() } catch { throw Failure(path, error) }
        }
    }
}

extension HardwareEncoder.Failure {
    fileprivate init(_ path: String, _ failure: SystemFailure) {
        self.init(message: "the encoder \(path) failed: \(failure.operation): \(failure.words)")
    }
}
