import Capture

/// From samples of one range (0 to 255, or 16 to 235) to the other.
struct RangeChange {
    /// A sample for each.
    struct Table {
        private let samples: [UInt8]

        /// - Parameter sample: The sample for another, before it is rounded and limited.
        fileprivate init(_ sample: (Double) -> Double) {
            samples = (0..<256).map { UInt8(min(max(sample(Double($0)).rounded(), 0), 255)) }
        }

        func apply(to start: UnsafeMutablePointer<UInt8>, count: Int) {
            samples.withUnsafeBufferPointer { samples in
                for place in 0..<count { start[place] = samples[Int(start[place])] }
            }
        }
    }

    let luma: Table
    let chroma: Table

    /// Nil if the ranges are the same.
    init?(from old: YUVEncoding, to new: YUVEncoding) {
        guard old.isFullRange != new.isFullRange else { return nil }
        if new.isFullRange {
            luma = Table { ($0 - 16) * 255 / 219 }
            chroma = Table { ($0 - 128) * 255 / 224 + 128 }
        } else {
            luma = Table { $0 * 219 / 255 + 16 }
            chroma = Table { ($0 - 128) * 224 / 255 + 128 }
        }
    }
}
