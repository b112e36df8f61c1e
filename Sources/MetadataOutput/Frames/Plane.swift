import Foundation

/// 8-bit samples in somebody's memory: an array, a driver's buffer, a shared mapping. 0 is black, 255 white.
///
/// Rows run from the top left, `bytesPerRow` apart. A plane is immutable and may be shared between threads;
/// ``crop(x:y:width:height:)`` makes another view of the same memory and copies nothing.
@safe public final class Plane: @unchecked Sendable {
    /// Samples in a row, at least 1.
    public let width: Int
    /// Rows, at least 1.
    public let height: Int
    /// Distance between the starts of two rows, in bytes, at least ``width``.
    public let bytesPerRow: Int

    private let base: UnsafePointer<UInt8>
    /// Keeps the memory alive; never looked into.
    private let owner: AnyObject

    /// Makes a plane whose samples `fill` writes, row after row without gaps.
    ///
    /// - Parameters:
    ///   - width: Samples in a row, at least 1.
    ///   - height: Rows, at least 1.
    ///   - isCleared: Whether the bytes are 0 before; else they are whatever was there, and `fill` must write each of them.
    ///   - fill: Is given `width × height` bytes.
    public init<E: Error>(
        width: Int, height: Int, isCleared: Bool = true,
        fill: (_ samples: UnsafeMutableBufferPointer<UInt8>) throws(E) -> Void
    ) throws(E) {
        precondition(width > 0 && height > 0, "a plane has at least one sample")
        let storage = unsafe Storage(count: width * height, isCleared: isCleared)
        try unsafe fill(storage.samples)
        self.width = width
        self.height = height
        self.bytesPerRow = width
        unsafe self.base = UnsafePointer(storage.start)
        unsafe self.owner = storage
    }

    /// Makes a plane from an array of samples, row after row without gaps.
    ///
    /// - Precondition: `samples` holds `width × height` bytes.
    public convenience init(width: Int, height: Int, samples: [UInt8]) {
        precondition(samples.count == width * height, "one sample a pixel")
        unsafe self.init(width: width, height: height) { target in
            _ = unsafe target.update(fromContentsOf: samples)
        }
    }

    /// Makes a view of memory that somebody else owns.
    ///
    /// - Parameters:
    ///   - width: Samples in a row, at least 1.
    ///   - height: Rows, at least 1.
    ///   - bytesPerRow: From a row's first sample to the next row's, at least `width`.
    ///   - memory: The first sample; at least `(height − 1) × bytesPerRow + width` bytes are readable.
    ///   - owner: Keeps `memory` valid and unchanged as long as it lives.
    @unsafe public init(
        width: Int, height: Int, bytesPerRow: Int, memory: UnsafePointer<UInt8>, owner: AnyObject
    ) {
        precondition(width > 0 && height > 0 && bytesPerRow >= width, "a plane has at least one sample")
        self.width = width
        self.height = height
        self.bytesPerRow = bytesPerRow
        unsafe self.base = memory
        self.owner = owner
    }

    /// A view of a part of this plane; copies nothing.
    ///
    /// - Precondition: The part is not empty and lies within the plane.
    public func crop(x: Int, y: Int, width: Int, height: Int) -> Plane {
        precondition(
            x >= 0 && y >= 0 && width > 0 && height > 0
                && x <= self.width - width && y <= self.height - height, "a crop lies within its plane")
        return unsafe Plane(
            width: width, height: height, bytesPerRow: bytesPerRow,
            memory: base + (y * bytesPerRow + x), owner: owner)
    }

    /// Calls `body` with all bytes from the first sample to the last, gaps between rows included.
    public func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(owner) {} }
        let buffer = unsafe UnsafeBufferPointer(start: base, count: (height - 1) * bytesPerRow + width)
        return try unsafe body(Span(_unsafeElements: buffer))
    }

    /// Calls `body` with the address of the first sample, for engines in C; rows are ``bytesPerRow`` apart.
    @unsafe public func withUnsafeSamples<R, E: Error>(
        _ body: (UnsafePointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        defer { withExtendedLifetime(owner) {} }
        return try unsafe body(base)
    }

    /// Memory of a plane's own.
    @unsafe private final class Storage {
        let start: UnsafeMutablePointer<UInt8>
        let count: Int

        var samples: UnsafeMutableBufferPointer<UInt8> {
            unsafe UnsafeMutableBufferPointer(start: start, count: count)
        }

        init(count: Int, isCleared: Bool) {
            // calloc's large blocks are zero pages of the system, so that nobody writes the zeros.
            guard let memory = unsafe isCleared ? calloc(count, 1) : malloc(count) else {
                fatalError("no memory for \(count) samples")
            }
            unsafe start = memory.bindMemory(to: UInt8.self, capacity: count)
            unsafe self.count = count
        }

        deinit {
            unsafe free(start)
        }
    }
}
