import AreaShrink
import COpenCV
import MetadataOutput

/// How pixels are made of their neighbours when a plane changes size.
enum Interpolation {
    /// Mean of the covered pixels; for shrinking.
    case area
    case linear
    case cubic

    /// OpenCV's; its warps know no areas either and mix neighbours.
    fileprivate var native: COpenCVInterpolation { self == .cubic ? COPENCV_CUBIC : COPENCV_LINEAR }
}

/// What is put where a warped plane reaches outside its source.
enum Border {
    case constant(UInt8)
    case replicated
}

extension Plane {
    /// The plane at another size, in pixels; `.area` makes it in neither direction larger.
    func resized(width: Int, height: Int, interpolation: Interpolation) -> Plane {
        guard interpolation != .area else { return areaShrunk(width: width, height: height) }
        return filled(width: width, height: height) { source, target in
            COpenCVResize(&source, &target, interpolation.native)
        }
    }

    /// An affine view of the plane; `matrix` (2×3, row by row) leads from pixels of the result to pixels of this
    /// plane, pixel centres at whole numbers.
    func warped(
        width: Int, height: Int, matrix: [Double], interpolation: Interpolation = .linear,
        border: Border = .replicated
    ) -> Plane {
        precondition(matrix.count == 6, "2×3")
        let (kind, value): (COpenCVBorder, UInt8) =
            switch border {
            case .constant(let value): (COPENCV_BORDER_CONSTANT, value)
            case .replicated: (COPENCV_BORDER_REPLICATE, 0)
            }
        return filled(width: width, height: height) { source, target in
            COpenCVWarpAffine(&source, &target, matrix, interpolation.native, kind, value)
        }
    }

    /// Mean over a box around each pixel, `window` (odd) pixels wide and high.
    func boxMean(window: Int) -> Plane {
        filled(width: width, height: height) { source, target in
            COpenCVBoxMean(&source, &target, Int32(window))
        }
    }

    /// First derivatives by Sobel's 3×3 operator, row by row without gaps.
    func sobel() -> (dx: [Int16], dy: [Int16]) {
        let count = width * height
        var dy: [Int16] = []
        let dx = [Int16](unsafeUninitializedCapacity: count) { across, written in
            dy = [Int16](unsafeUninitializedCapacity: count) { down, written in
                withUnsafeSamples { samples in
                    var source = COpenCVPlane(of: self, at: samples)
                    let status = COpenCVSobel(
                        &source, across.baseAddress.unsafelyUnwrapped, down.baseAddress.unsafelyUnwrapped)
                    precondition(status == 0, "derivatives of a plane in memory cannot fail")
                }
                written = count
            }
            written = count
        }
        return (dx, dy)
    }

    /// A new plane that `operation` writes from this one.
    private func filled(
        width: Int, height: Int, by operation: (inout COpenCVPlane, inout COpenCVPlane) -> Int32
    ) -> Plane {
        Plane(width: width, height: height, isCleared: false) { samples in
            guard let start = samples.baseAddress else { return }
            var target = COpenCVPlane(
                samples: start, width: Int32(width), height: Int32(height), bytes_per_row: Int32(width))
            withUnsafeSamples { memory in
                var source = COpenCVPlane(of: self, at: memory)
                let status = operation(&source, &target)
                precondition(status == 0, "an operation on planes in memory cannot fail")
            }
        }
    }
}

extension COpenCVPlane {
    /// The plane as OpenCV's functions take it; they only read what is passed as a source.
    fileprivate init(of plane: Plane, at samples: UnsafePointer<UInt8>) {
        self.init(
            samples: UnsafeMutablePointer(mutating: samples), width: Int32(plane.width),
            height: Int32(plane.height), bytes_per_row: Int32(plane.bytesPerRow))
    }
}
