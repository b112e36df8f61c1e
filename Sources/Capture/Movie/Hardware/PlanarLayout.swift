import MetadataOutput

/// Where luma and the two chromas of a picture lie, chroma for two by two pixels.
struct PlanarLayout: Equatable {
    /// Samples of one kind.
    struct Component: Equatable {
        /// In which piece of memory.
        var plane: Int
        var offset: Int
        var bytesPerRow: Int
        /// From one sample to the next.
        var step = 1
    }

    /// Luma, Cb and Cr.
    var components: [Component]
    /// What each piece of memory has.
    var byteCounts: [Int]

    /// Formats that have a layout, those first that need the least work.
    static let formats = ["NV12", "NM12", "YU12", "YM12", "NV21", "NM21", "YV12", "YM21"]
        .compactMap { PixelFormat(name: $0) }

    /// - Parameters:
    ///   - bytesPerRow: Of each piece of memory.
    ///   - height: Rows, even.
    init?(_ format: PixelFormat, bytesPerRow: [Int], height: Int) {
        let row = bytesPerRow.first ?? 0
        let (luma, half) = (row * height, height / 2)
        let first = Component(plane: 0, offset: 0, bytesPerRow: row)
        func later(_ plane: Int) -> Int { plane < bytesPerRow.count ? bytesPerRow[plane] : 0 }
        func pair(_ plane: Int, _ offset: Int, _ bytesPerRow: Int) -> [Component] {
            [offset, offset + 1].map {
                Component(plane: plane, offset: $0, bytesPerRow: bytesPerRow, step: 2)
            }
        }
        switch format.name {
        case "NV12", "NV21":
            components = [first] + pair(0, luma, row)
            byteCounts = [luma + half * row]
        case "NM12", "NM21":
            components = [first] + pair(1, 0, later(1))
            byteCounts = [luma, half * later(1)]
        case "YU12", "YV12":
            components =
                [first]
                + [luma, luma + half * (row / 2)].map {
                    Component(plane: 0, offset: $0, bytesPerRow: row / 2)
                }
            byteCounts = [luma + 2 * half * (row / 2)]
        case "YM12", "YM21":
            components = [first] + [1, 2].map { Component(plane: $0, offset: 0, bytesPerRow: later($0)) }
            byteCounts = [luma, half * later(1), half * later(2)]
        default: return nil
        }
        if format.name.contains("V21") || format.name.contains("M21") || format.name == "YV12" {
            components.swapAt(1, 2)
        }
    }

    /// Whether memory of these sizes has room for a picture that lies so.
    func fits(width: Int, height: Int, in lengths: [Int]) -> Bool {
        components.enumerated().allSatisfy { number, component in
            let (columns, rows) = number == 0 ? (width, height) : (width / 2, height / 2)
            let (span, place) = ((columns - 1) * component.step + 1, component.plane)
            guard place < lengths.count, rows > 0, columns > 0 else { return false }
            return columns * component.step <= component.bytesPerRow
                && component.offset + (rows - 1) * component.bytesPerRow + span <= lengths[place]
        }
    }

    /// Copies a picture to where it is to lie. What both layouts say must fit.
    ///
    /// - Parameters:
    ///   - width: In pixels, even, as is `height`.
    ///   - target: How it is to lie in `planes`.
    func copy(
        _ bytes: [UInt8], width: Int, height: Int, to planes: [UnsafeMutableRawBufferPointer],
        as target: PlanarLayout
    ) {
        guard fits(width: width, height: height, in: [bytes.count]),
            target.fits(width: width, height: height, in: planes.map(\.count))
        else { return }
        bytes.withUnsafeBytes { source in
            if components[1].step == 2, target.components[1].step == 2,
                components[1].offset < components[2].offset,
                target.components[1].offset < target.components[2].offset
            {
                // Both chromas of a row at once.
                Self.copy(source, components[0], planes, target.components[0], columns: width, rows: height)
                var (from, to) = (components[1], target.components[1])
                (from.step, to.step) = (1, 1)
                Self.copy(source, from, planes, to, columns: width, rows: height / 2)
                return
            }
            for (number, (from, to)) in zip(components, target.components).enumerated() {
                let (columns, rows) = number == 0 ? (width, height) : (width / 2, height / 2)
                Self.copy(source, from, planes, to, columns: columns, rows: rows)
            }
        }
    }

    private static func copy(
        _ source: UnsafeRawBufferPointer, _ from: Component, _ planes: [UnsafeMutableRawBufferPointer],
        _ to: Component, columns: Int, rows: Int
    ) {
        guard let start = source.baseAddress, let end = planes[to.plane].baseAddress else { return }
        for row in 0..<rows {
            let read = start + from.offset + row * from.bytesPerRow
            let write = end + to.offset + row * to.bytesPerRow
            if from.step == 1, to.step == 1 {
                write.copyMemory(from: read, byteCount: columns)
                continue
            }
            let samples = read.assumingMemoryBound(to: UInt8.self)
            let written = write.assumingMemoryBound(to: UInt8.self)
            for column in 0..<columns { written[column * to.step] = samples[column * from.step] }
        }
    }
}
