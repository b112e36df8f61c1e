// Core Video's functions.

import Capture

/// Buffers here need no lock: they do not change, and stay where they are.
@discardableResult public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }

/// Buffers here need no lock.
@discardableResult public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn { kCVReturnSuccess }

/// Pixels in a row.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.core.width }

/// Rows.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.core.height }

/// Pixels in a row, and rows.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CGSize(width: imageBuffer.core.width, height: imageBuffer.core.height)
}

/// The size in which it is meant to be shown: its pixels are square, so that this is the same.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
    CVImageBufferGetEncodedSize(imageBuffer)
}

/// How pixels lie.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
    pixelBuffer.core.format.code
}

/// Where the pixels begin, of several planes the first. They may be read as long as the buffer is held, and not written.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.start(ofPlane: 0)
}

/// Where a plane begins; nil if there is none of this number. It may be read as long as the buffer is held.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? { pixelBuffer.start(ofPlane: planeIndex) }

/// Distance between the starts of two rows, in bytes.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.core.planes[0].bytesPerRow
}

/// Distance between the starts of two rows of a plane, in bytes; 0 if there is none of this number.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.bytesPerRow ?? 0
}

/// Pixels in a row of a plane; 0 if there is none of this number.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.width ?? 0
}

/// Rows of a plane; 0 if there is none of this number.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    plane(planeIndex, of: pixelBuffer)?.height ?? 0
}

/// Whether luma and chroma lie apart.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.core.planes.count > 1 }

/// Planes; 0 where everything lies together.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.core.planes.count : 0
}

/// Bytes of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.core.planes.reduce(0) { $0 + $1.bytesPerRow * $1.height }
}

private func plane(_ index: Int, of buffer: CVPixelBuffer) -> PixelBuffer.Plane? {
    buffer.core.planes.indices.contains(index) ? buffer.core.planes[index] : nil
}
