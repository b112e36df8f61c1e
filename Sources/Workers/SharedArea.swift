import Glibc
import MetadataOutput

/// Memory that a worker and its client both see: what is asked, what is answered, and samples.
///
/// Where the parts lie is agreed; most of them is never touched and takes no memory. It grows and never shrinks, so that
/// no end can take it from under the other.
package final class SharedArea: Sendable {
    /// A part of the area, in bytes.
    struct Part: Sendable {
        let offset: Int
        let count: Int

        var end: Int { offset + count }
    }

    /// The engines at work; a bit each.
    static let marker = Part(offset: 0, count: 1)
    static let question = Part(offset: 1 << 12, count: 1 << 20)
    static let answer = Part(offset: question.end, count: 96 << 20)
    /// The plane for a motion estimator that belongs to an answer.
    static let motionPlane = Part(offset: answer.end, count: 16 << 20)
    /// Encoded pictures and planes that belong to a question.
    static let samples = Part(offset: motionPlane.end, count: 1 << 30)

    /// Pages that a picture took are given back where there are more of them than this.
    private static let keptBytes = 8 << 20

    /// For the client, which grows and shrinks it; a worker that had it could grow it too, by writing.
    private let descriptor: Int32?
    private nonisolated(unsafe) let base: UnsafeMutableRawPointer

    private init(mapping descriptor: Int32, keepsDescriptor: Bool) throws(WorkerError) {
        let memory = mmap(nil, Self.samples.end, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else {
            let error = WorkerError(systemCall: "mmap")
            close(descriptor)
            throw error
        }
        if !keepsDescriptor { close(descriptor) }
        self.descriptor = keepsDescriptor ? descriptor : nil
        base = memory
    }

    /// A worker's view of what `descriptor` stands for, which is closed.
    convenience init(inherited descriptor: Int32) throws(WorkerError) {
        try self.init(mapping: descriptor, keepsDescriptor: false)
    }

    /// A client's new one, and the descriptor to hand on, which stays the area's.
    static func make() throws(WorkerError) -> (area: SharedArea, descriptor: Int32) {
        let descriptor = try LinuxCalls.memory(size: samples.offset)
        return (try SharedArea(mapping: descriptor, keepsDescriptor: true), descriptor)
    }

    deinit {
        munmap(base, Self.samples.end)
        if let descriptor { close(descriptor) }
    }

    /// Makes room for `count` bytes of samples; false if there is none.
    func reserve(samples count: Int) -> Bool {
        guard let descriptor, count <= Self.samples.count else { return false }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let size = Self.samples.offset + count
        return Int(status.st_size) >= size || ftruncate(descriptor, off_t(size)) == 0
    }

    /// Gives memory back that a large question or answer took.
    func trim(samples: Int, answer: Int) {
        guard let descriptor else { return }
        if samples > Self.keptBytes {
            LinuxCalls.discard(descriptor, offset: Self.samples.offset, count: samples)
        }
        if answer > Self.keptBytes {
            LinuxCalls.discard(descriptor, offset: Self.answer.offset, count: answer)
        }
    }

    /// The bytes of a part of a part, from its beginning.
    func bytes(of part: Part, count: Int) -> UnsafeMutableRawBufferPointer {
        precondition(count >= 0 && count <= part.count, "within its part")
        return UnsafeMutableRawBufferPointer(start: base + part.offset, count: count)
    }

    /// A plane over samples of the area; copies nothing and keeps the area.
    func plane(at offset: Int, width: Int, height: Int) -> Plane {
        Plane(
            width: width, height: height, bytesPerRow: width,
            memory: UnsafePointer((base + offset).assumingMemoryBound(to: UInt8.self)), owner: self)
    }
}

extension Plane {
    /// Copies the samples without gaps between rows.
    func copy(to target: UnsafeMutableRawPointer) {
        withUnsafeSamples { source in
            if bytesPerRow == width {
                target.copyMemory(from: source, byteCount: width * height)
            } else {
                for row in 0..<height {
                    (target + row * width).copyMemory(from: source + row * bytesPerRow, byteCount: width)
                }
            }
        }
    }
}
