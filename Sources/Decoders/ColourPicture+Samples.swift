import MetadataOutput

extension ColourPicture {
    /// Takes a camera's samples apart.
    ///
    /// - Throws: `.undecodable` if there are too few bytes, `.overLimit`.
    init(_ samples: StillSamples, limits: DecodingLimits) throws(PayloadError) {
        let (width, height) = (samples.width, samples.height)
        guard width > 0, height > 0, width <= JPEG.longestSide, height <= JPEG.longestSide else {
            throw PayloadError(.undecodable, "samples of \(width)x\(height) pixels")
        }
        try PictureCost(
            width: width, height: height, orientation: .up, workingBytes: width * height * 2
        ).check(against: limits)
        let planes = SamplePlanes(samples)
        guard samples.bytesPerRow >= planes.rowLength, samples.bytesPerRow <= 1 << 20,
            samples.bytes.count >= planes.byteCount
        else { throw PayloadError(.undecodable, "\(samples.layout.rawValue): too few bytes") }
        let change = ColourChange(samples.matrix, isFullRange: samples.isFullRange)
        try self.init(width: width, height: height) { (y, cb, cr) throws(PayloadError) in
            samples.bytes.withUnsafeBufferPointer { bytes in
                guard let bytes = bytes.baseAddress else { return }
                planes.copy(bytes, y, cb, cr)
            }
            if planes.isGrey { return }
            change.apply(width * height, y, cb, cr)
        }
        if planes.isGrey { chroma = nil }
        hasTallChroma = planes.hasTallChroma
    }
}

/// Where the samples of a layout are.
private struct SamplePlanes {
    /// Samples of one kind: where the first is, from one to the next in a row, and from row to row.
    private struct Samples {
        var offset: Int
        var step = 1
        var row: Int
    }

    private let width: Int
    private let height: Int
    private let luma: Samples
    private let chroma: (blue: Samples, red: Samples)?
    let hasTallChroma: Bool
    /// Bytes of a row's samples, and of all.
    let rowLength: Int
    let byteCount: Int

    var isGrey: Bool { chroma == nil }

    init(_ samples: StillSamples) {
        let (width, height, row) = (samples.width, samples.height, samples.bytesPerRow)
        (self.width, self.height) = (width, height)
        let plane = row * height
        /// Chroma behind the plane of luma: of how many rows, side by side or in planes of their own.
        func chroma(rows: Int, isMerged: Bool) -> (Samples, Samples, Int) {
            if isMerged {
                return (
                    Samples(offset: plane, step: 2, row: row), Samples(offset: plane + 1, step: 2, row: row),
                    plane + (rows - 1) * row + (width + 1) / 2 * 2
                )
            }
            let half = (row + 1) / 2
            return (
                Samples(offset: plane, row: half), Samples(offset: plane + half * rows, row: half),
                plane + half * rows + (rows - 1) * half + (width + 1) / 2
            )
        }
        let isMerged: Bool
        switch samples.layout {
        case .nv12, .nv21, .nv16, .nv61: isMerged = true
        default: isMerged = false
        }
        switch samples.layout {
        case .grey:
            luma = Samples(offset: 0, row: row)
            self.chroma = nil
            (hasTallChroma, rowLength, byteCount) = (false, width, (height - 1) * row + width)
        case .yuyv, .yvyu, .uyvy, .vyuy:
            let isLumaFirst = samples.layout == .yuyv || samples.layout == .yvyu
            let isBlueFirst = samples.layout == .yuyv || samples.layout == .uyvy
            luma = Samples(offset: isLumaFirst ? 0 : 1, step: 2, row: row)
            let first = isLumaFirst ? 1 : 0
            self.chroma = (
                Samples(offset: isBlueFirst ? first : first + 2, step: 4, row: row),
                Samples(offset: isBlueFirst ? first + 2 : first, step: 4, row: row)
            )
            // Of an odd width the last pixel shares its chroma with none, and it is there.
            let length = (width + 1) / 2 * 4
            (hasTallChroma, rowLength, byteCount) = (true, length, (height - 1) * row + length)
        case .nv12, .nv21, .yu12, .yv12, .nv16, .nv61, .yuv422:
            let isTall = [.nv16, .nv61, .yuv422].contains(samples.layout)
            let (first, second, count) = chroma(rows: isTall ? height : (height + 1) / 2, isMerged: isMerged)
            let isRedFirst = [.nv21, .nv61, .yv12].contains(samples.layout)
            luma = Samples(offset: 0, row: row)
            self.chroma = isRedFirst ? (second, first) : (first, second)
            (hasTallChroma, rowLength, byteCount) = (isTall, isMerged ? (width + 1) / 2 * 2 : width, count)
        }
    }

    /// Copies all samples, chroma as often as there are pixels.
    func copy(
        _ bytes: UnsafePointer<UInt8>, _ y: UnsafeMutablePointer<UInt8>, _ cb: UnsafeMutablePointer<UInt8>,
        _ cr: UnsafeMutablePointer<UInt8>
    ) {
        for row in 0..<height {
            let target = row &* width
            let source = bytes + luma.offset + row &* luma.row
            for x in 0..<width { y[target &+ x] = source[x &* luma.step] }
            guard let chroma else { continue }
            let chromaRow = hasTallChroma ? row : row / 2
            let blue = bytes + chroma.blue.offset + chromaRow &* chroma.blue.row
            let red = bytes + chroma.red.offset + chromaRow &* chroma.red.row
            for x in 0..<width {
                cb[target &+ x] = blue[x / 2 &* chroma.blue.step]
                cr[target &+ x] = red[x / 2 &* chroma.red.step]
            }
        }
    }
}

/// From luma and chroma of some meaning to those of JPEG.
private struct ColourChange {
    /// In 65,536ths: what each of Y, Cb, Cr adds to each of the new ones, and what is added to it.
    private let factors: [Int32]
    private let isIdentity: Bool

    init(_ matrix: StillSamples.Matrix, isFullRange: Bool) {
        isIdentity = matrix == .bt601 && isFullRange
        let from = Self.weights(matrix)
        let to = Self.weights(.bt601)
        let (lumaScale, chromaScale) = isFullRange ? (1.0, 1.0) : (255.0 / 219, 255.0 / 224)
        // Columns: the colour that one unit of Y, Cb or Cr is.
        let green = 1 - from.red - from.blue
        let columns: [(red: Double, green: Double, blue: Double)] = [
            (lumaScale, lumaScale, lumaScale),
            (
                0, -2 * from.blue * (1 - from.blue) / green * chromaScale,
                2 * (1 - from.blue) * chromaScale
            ),
            (2 * (1 - from.red) * chromaScale, -2 * from.red * (1 - from.red) / green * chromaScale, 0),
        ]
        var factors: [Int32] = []
        let luma = columns.map { to.red * $0.red + (1 - to.red - to.blue) * $0.green + to.blue * $0.blue }
        for value in luma { factors.append(Int32((value * 65536).rounded())) }
        for (column, luma) in zip(columns, luma) {
            factors.append(Int32(((column.blue - luma) / (2 * (1 - to.blue)) * 65536).rounded()))
        }
        for (column, luma) in zip(columns, luma) {
            factors.append(Int32(((column.red - luma) / (2 * (1 - to.red)) * 65536).rounded()))
        }
        factors.append(isFullRange ? 0 : 16)
        self.factors = factors
    }

    /// What red and blue weigh in luma.
    private static func weights(_ matrix: StillSamples.Matrix) -> (red: Double, blue: Double) {
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
    }

    func apply(
        _ count: Int, _ y: UnsafeMutablePointer<UInt8>, _ cb: UnsafeMutablePointer<UInt8>,
        _ cr: UnsafeMutablePointer<UInt8>
    ) {
        if isIdentity { return }
        factors.withUnsafeBufferPointer { factors in
            let black = factors[9]
            for index in 0..<count {
                let luma = Int32(y[index]) &- black
                let (blue, red) = (Int32(cb[index]) &- 128, Int32(cr[index]) &- 128)
                func sum(_ row: Int) -> Int32 {
                    (factors[row] &* luma &+ factors[row &+ 1] &* blue &+ factors[row &+ 2] &* red &+ 32768)
                        &>> 16
                }
                y[index] = UInt8(clamping: sum(0))
                cb[index] = UInt8(clamping: sum(3) &+ 128)
                cr[index] = UInt8(clamping: sum(6) &+ 128)
            }
        }
    }
}
