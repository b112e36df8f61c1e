import Foundation
import MetadataOutput

extension SourcePicture {
    /// Makes a picture of luma and chroma, as the kernel's `YU12` of full range.
    ///
    /// - Returns: Nil if all of the pool's memory is held.
    init?(luma: Plane, colors: FrameColors, in pool: MemoryPool) {
        let row = colors.blue.width * 2
        let chromaCount = colors.blue.width * colors.blue.height
        let byteCount = row * luma.height + 2 * chromaCount
        guard let format = PixelFormat(name: "YU12"), let block = pool.block(byteCount: byteCount),
            let start = block.bytes.baseAddress
        else { return nil }
        // Of an odd width the last byte of a row is nobody's.
        luma.copy(to: start, bytesPerRow: row)
        colors.blue.copy(to: start + row * luma.height, bytesPerRow: colors.blue.width)
        colors.red.copy(to: start + row * luma.height + chromaCount, bytesPerRow: colors.red.width)
        self.init(
            V4L2Format(
                pixelFormat: format, width: luma.width, height: luma.height, bytesPerRow: row,
                byteCount: byteCount, encoding: YUVEncoding(colors.matrix, isFullRange: true)),
            part: CGRect(x: 0, y: 0, width: 1, height: 1), block: block, byteCount: byteCount)
    }
}

extension YUVEncoding {
    fileprivate init(_ matrix: StillSamples.Matrix, isFullRange: Bool) {
        let same: Matrix =
            switch matrix {
            case .bt601: .bt601
            case .bt709: .bt709
            case .bt2020: .bt2020
            }
        self.init(same, isFullRange: isFullRange)
    }
}

extension Plane {
    /// Copies the samples to rows that are so far apart.
    fileprivate func copy(to target: UnsafeMutableRawPointer, bytesPerRow row: Int) {
        withUnsafeSamples { source in
            for y in 0..<height {
                (target + y * row).copyMemory(from: source + y * bytesPerRow, byteCount: width)
            }
        }
    }
}
