import CFaceScan
import Foundation
import MetadataOutput
import Synchronization

/// dlib's frontal face detector without dlib: gradient histograms (HOG) in a sliding window, five linear filters.
final class FaceFilters: Sendable {
    /// Side of the cells that gradients are counted in, in pixels; it decides how small a face may be.
    enum CellSize: Int32, Sendable {
        /// Faces of 73 pixels and more.
        case standard = 8
        /// Half that size, the same filters.
        case small = 4
    }

    /// One search over a plane and its smaller versions, each 5/6 of the one before.
    struct Pass: Sendable {
        var cellSize = CellSize.standard
        /// How many versions at most, the plane included.
        var levels = Int32.max
        /// Score from which a face counts.
        let limit: Double
    }

    /// A square around a face, in continuous coordinates of the plane.
    struct Face: Sendable, Hashable {
        let square: CGRect
        /// Margin over the filter's threshold.
        let score: Double
        /// 0 frontal, 1 and 2 half turned aside, 3 and 4 tilted.
        let filter: Int

        /// Roll in degrees that the filter was trained for.
        var tilt: Double {
            switch filter {
            case 3: -30
            case 4: 30
            default: 0
            }
        }
    }

    /// More than any picture shows at once; bounds what false alarms can cost.
    private static let capacity = 1000
    /// Numbers of all filters.
    static let weightCount = CFaceScanFilterCount * CFaceScanWeightCount
    /// Bytes of a file.
    static var fileSize: Int { CFaceScanFilterFileSize() }

    /// Writes a file of dlib's weights, `fileSize` bytes.
    static func writeFile(weights: [Float], to memory: UnsafeMutableRawBufferPointer) {
        precondition(weights.count == weightCount && memory.count == fileSize, "all filters")
        guard let start = memory.baseAddress else { return }
        CFaceScanFilterFile(weights, start)
    }

    private let handle: Handle
    private let scratches: Pool<Scratch, EngineFailure>

    /// Reads a file; nil if it is none of this version.
    ///
    /// - Parameter isPortable: Whether to use the code that runs on every processor, for tests; both find the same.
    init?(file: MappedMemory, isPortable: Bool = false) {
        let made = file.withBytes { bytes in
            bytes.baseAddress.flatMap { CFaceScanFiltersMake($0, bytes.count) }
        }
        guard let made else { return nil }
        handle = Handle(pointer: made)
        scratches = Pool { () throws(EngineFailure) in
            guard let scratch = CFaceScanScratchMake(isPortable ? 1 : 0) else { throw Self.failure }
            return Scratch(pointer: scratch)
        }
    }

    /// The faces of each pass, best first.
    func faces(in plane: Plane, passes: [Pass]) throws(EngineFailure) -> [[Face]] {
        let asked = passes.map {
            CFaceScanPass(cell_size: $0.cellSize.rawValue, levels: $0.levels, limit: $0.limit)
        }
        var found = [CFaceScanFace](repeating: CFaceScanFace(), count: Self.capacity)
        let count = try scratches.withElement { scratch in
            plane.withUnsafeSamples { samples in
                CFaceScanFind(
                    handle.pointer, scratch.pointer, CFaceScanPlane(of: plane, at: samples), asked,
                    Int32(asked.count), &found, Int32(Self.capacity))
            }
        }
        guard count >= 0 else { throw Self.failure }
        var faces = [[Face]](repeating: [], count: passes.count)
        for face in found.prefix(Int(count)) {
            faces[Int(face.pass)].append(Face(face))
        }
        return faces
    }

    private static let failure = EngineFailure(engine: .dlib, reason: "the face search failed")

    /// Owns the filters. They are only read after they were made, so no lock is needed.
    private struct Handle: ~Copyable, Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer

        deinit {
            CFaceScanFiltersFree(pointer)
        }
    }

    /// Owns the memory of a search, which only one at a time may use: the pool sees to that.
    private final class Scratch: Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer

        init(pointer: OpaquePointer) {
            self.pointer = pointer
        }

        deinit {
            CFaceScanScratchFree(pointer)
        }
    }
}

extension FaceFilters.Face {
    fileprivate init(_ face: CFaceScanFace) {
        square = CGRect(
            x: Double(face.left), y: Double(face.top), width: Double(face.side), height: Double(face.side))
        score = face.score
        filter = Int(face.filter)
    }
}

/// A model of a face's 68 points. May be used by several threads at once.
final class LandmarkPredictor: Sendable {
    private let file: MappedMemory
    private let handle: Handle
    /// The frames of a camera.
    private struct Frames {
        /// Whether the file was read, or is being read.
        var isRead = false
        /// What ``MappedMemory/touch()`` said then.
        var touched: UInt8 = 0
        /// Frames without a face since the last one with a face; nil where the file was given back.
        var idle: Int?
    }

    private let frames = Mutex(Frames())
    /// Ten seconds at 30 frames per second: somebody who turns round is not gone.
    private static let mostIdleFrames = 300

    /// Uses a flat file; nil if it is none or damaged.
    init?(file: MappedMemory) {
        let made = file.withBytes { bytes in
            bytes.baseAddress.flatMap { CFaceScanLandmarksMake($0, bytes.count) }
        }
        guard let made else { return nil }
        self.file = file
        handle = Handle(pointer: made)
    }

    /// Has the system read all of the file, once: each face reads other parts of it, and none is to wait for a disk. What nobody
    /// uses yet does not stay in this process's memory.
    func beginFrame() {
        frames.withLock { frames in
            guard !frames.isRead else { return }
            frames.isRead = true
            frames.touched = file.touch()
            file.giveBack()
        }
    }

    /// Begins to read all of the file on a thread of its own, once: a face is found that it will be asked about, which waits for
    /// each part that this thread has not come to.
    func readAhead() {
        let isRead = frames.withLock { frames in
            defer { frames.isRead = true }
            return frames.isRead
        }
        guard !isRead else { return }
        Thread { [self] in
            let touched = file.touch()
            frames.withLock { $0.touched = touched }
        }.start()
    }

    /// Gives the file's pages back a while after the last face.
    func endFrame(hasFaces: Bool) {
        frames.withLock { frames in
            if hasFaces {
                frames.idle = 0
            } else if let idle = frames.idle {
                let isLong = idle >= Self.mostIdleFrames
                frames.idle = isLong ? nil : idle + 1
                if isLong { file.giveBack() }
            }
        }
    }

    /// The 68 points of the face in a square of the plane, in continuous coordinates of the plane.
    ///
    /// - Parameters:
    ///   - left: First column of the square that the face detector would draw.
    ///   - top: First row of that square.
    ///   - side: Columns and rows of it.
    func landmarks(in plane: Plane, left: Int, top: Int, side: Int) -> [CGPoint] {
        var points = [Float](repeating: 0, count: 2 * 68)
        plane.withUnsafeSamples { samples in
            CFaceScanLandmarksFind(
                handle.pointer, CFaceScanPlane(of: plane, at: samples), Int32(left), Int32(top), Int32(side),
                &points)
        }
        return (0..<68).map { CGPoint(x: Double(points[2 * $0]) + 0.5, y: Double(points[2 * $0 + 1]) + 0.5) }
    }

    /// Owns the model. It is only read after it was made, so no lock is needed.
    private struct Handle: ~Copyable, Sendable {
        nonisolated(unsafe) let pointer: OpaquePointer

        deinit {
            CFaceScanLandmarksFree(pointer)
        }
    }
}

extension CFaceScanPlane {
    fileprivate init(of plane: Plane, at samples: UnsafePointer<UInt8>) {
        self.init(
            samples: samples, width: Int32(plane.width), height: Int32(plane.height),
            bytes_per_row: Int32(plane.bytesPerRow))
    }
}
