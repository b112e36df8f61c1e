public import Foundation

/// Parts of a picture that nobody is to see: a window into a flat, a keypad.
///
/// They are hidden in cells of ``cell`` × ``cell`` pixels, counted from the top left: a cell that one of them touches is
/// hidden as a whole, so that the picture as samples and the picture as a JPEG, whose blocks cells are made of, hide
/// the same.
public struct PictureMask: Sendable, Hashable {
    /// Side of a cell in pixels: that of the largest group of blocks of the usual JPEGs.
    public static let cell = 16
    /// What hidden samples are, in luma and in chroma: middle grey, which is no blocks' content at all in a JPEG.
    public static let sample: UInt8 = 128
    /// Most areas; where there are more, pictures cannot be searched in a worker.
    public static let mostAreas = 1000

    /// What is hidden, 0…1 of the upright picture, origin top left; at least one, at most ``mostAreas``.
    public let areas: [Zone]
    /// The part of the picture that is left of it, 0…1 of the whole; default all of it.
    public private(set) var part = CGRect(x: 0, y: 0, width: 1, height: 1)

    /// Makes a mask; nil if it would hide nothing.
    public init?(areas: [Zone]) {
        guard !areas.isEmpty else { return nil }
        self.areas = areas
    }

    /// The mask of a part of the picture, such as a zoom leaves: it hides what it hides of the whole.
    ///
    /// - Parameter part: 0…1 of what this mask is for, not empty.
    public func cropped(to part: CGRect) -> PictureMask {
        var mask = self
        mask.part = CGRect(
            x: self.part.minX + part.minX * self.part.width, y: self.part.minY + part.minY * self.part.height,
            width: part.width * self.part.width, height: part.height * self.part.height)
        return mask
    }

    /// Which cells of a picture are hidden.
    ///
    /// - Parameters:
    ///   - width: Of the picture, in pixels.
    ///   - height: Of the picture, in pixels.
    public func cells(width: Int, height: Int) -> MaskedCells {
        MaskedCells(areas: areas, width: width, height: height, part: part)
    }
}

/// A picture's cells, and which are hidden.
public struct MaskedCells: Sendable {
    /// Cells in a row; the last may be cut off by the picture's edge.
    public let columns: Int
    /// Rows of cells.
    public let rows: Int
    /// One a cell, row by row: 1 where it is hidden, else 0.
    public private(set) var isHidden: [UInt8]
    private let width: Int
    private let height: Int

    fileprivate init(areas: [Zone], width: Int, height: Int, part: CGRect) {
        let cell = PictureMask.cell
        (self.width, self.height) = (width, height)
        (columns, rows) = ((width + cell - 1) / cell, (height + cell - 1) / cell)
        isHidden = [UInt8](repeating: 0, count: columns * rows)
        let (scaleX, scaleY) = (Double(width) / part.width, Double(height) / part.height)
        for area in areas {
            hide(area.corners.map { CGPoint(x: ($0.x - part.minX) * scaleX, y: ($0.y - part.minY) * scaleY) })
        }
    }

    /// Hides the cells that a polygon touches.
    ///
    /// - Parameter corners: In pixels.
    private mutating func hide(_ corners: [CGPoint]) {
        let side = Double(PictureMask.cell)
        func cells(_ values: [CGFloat], of count: Int) -> Range<Int> {
            // Of a small part of a picture, corners may lie far outside.
            func cell(_ value: CGFloat?) -> Int {
                Int(Swift.min(Swift.max(((value ?? 0) / side).rounded(.down), -1), CGFloat(count)))
            }
            let first = Swift.max(0, cell(values.min()))
            return first..<Swift.max(first, Swift.min(count, cell(values.max()) + 1))
        }
        let wide = cells(corners.map { $0.x }, of: columns)
        for row in cells(corners.map { $0.y }, of: rows) {
            for column in wide {
                let cell = CGRect(
                    x: Double(column) * side, y: Double(row) * side, width: side, height: side)
                if cell.touches(corners) { isHidden[row * columns + column] = 1 }
            }
        }
    }

    /// Calls `body` with each run of hidden pixels that lie beside each other, as rectangles within the picture.
    public func forEachRun(_ body: (_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> Void) {
        let cell = PictureMask.cell
        for row in 0..<rows {
            var column = 0
            while column < columns {
                guard isHidden[row * columns + column] == 1 else {
                    column += 1
                    continue
                }
                let first = column
                while column < columns, isHidden[row * columns + column] == 1 { column += 1 }
                let (x, y) = (first * cell, row * cell)
                body(x, y, min(width, column * cell) - x, min(height, y + cell) - y)
            }
        }
    }
}

extension CGRect {
    /// Whether a polygon and the rectangle have a point in common.
    fileprivate func touches(_ corners: [CGPoint]) -> Bool {
        var previous = corners[corners.count - 1]
        for corner in corners {
            if touches(from: previous, to: corner) { return true }
            previous = corner
        }
        // No edge comes near it: it is inside as a whole or not at all.
        return corners.encloses(CGPoint(x: midX, y: midY))
    }

    /// Whether a line and the rectangle have a point in common (Liang and Barsky, 1984).
    private func touches(from start: CGPoint, to end: CGPoint) -> Bool {
        var (first, last) = (0.0, 1.0)
        let step = CGPoint(x: end.x - start.x, y: end.y - start.y)
        for (length, distance) in [
            (-step.x, start.x - minX), (step.x, maxX - start.x), (-step.y, start.y - minY),
            (step.y, maxY - start.y),
        ] {
            if length == 0 {
                if distance < 0 { return false }
            } else if length < 0 {
                first = Swift.max(first, distance / length)
            } else {
                last = Swift.min(last, distance / length)
            }
        }
        return first <= last
    }
}

extension Plane {
    /// A copy in which a mask's cells are grey.
    ///
    /// - Parameter mask: Of the picture that this plane is.
    public func masked(by mask: PictureMask) -> Plane {
        let cells = mask.cells(width: width, height: height)
        return unsafe Plane(width: width, height: height, isCleared: false) { samples in
            unsafe withUnsafeSamples { source in
                for y in 0..<height {
                    let row = unsafe UnsafeMutableBufferPointer(
                        rebasing: samples[y * width..<(y + 1) * width])
                    _ = unsafe row.update(
                        fromContentsOf: UnsafeBufferPointer(start: source + y * bytesPerRow, count: width))
                }
            }
            cells.forEachRun { x, y, width, height in
                for row in y..<y + height {
                    let start = row * self.width + x
                    unsafe samples[start..<start + width].update(repeating: PictureMask.sample)
                }
            }
        }
    }
}
