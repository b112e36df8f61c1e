/// Where a symbol's modules are in an array that has a frame of as many modules as a blur reaches, row by row.
struct FramedModules {
    let dimension: Int
    private let stride: Int
    private static let leastWeight: Float = 0.001

    /// - Parameter dimension: The symbol's modules a side.
    init(dimension: Int) {
        self.dimension = dimension
        stride = dimension + 2 * BlurShape.reach
    }

    /// From the first module to the last one, with what is of the frame between them.
    var inner: Range<Int> { place(of: 0)..<place(of: dimension * dimension - 1) + 1 }

    func place(of module: Int) -> Int {
        (module / dimension + BlurShape.reach) * stride + module % dimension + BlurShape.reach
    }

    /// From a module's place to those that run into it, and how much of each does; what noise would hide is left out.
    func taps(of weights: [Float]) -> [(offset: Int, weight: Float)] {
        weights.indices.filter { weights[$0] >= Self.leastWeight }.map { index in
            let (row, column) = (index / BlurShape.side, index % BlurShape.side)
            return ((row - BlurShape.reach) * stride + column - BlurShape.reach, weights[index])
        }
    }

    /// An array of the modules' values.
    func filled(with modules: [Float], frame: Float) -> [Float] {
        var values = [Float](repeating: frame, count: stride * stride)
        for (index, value) in modules.enumerated() { values[place(of: index)] = value }
        return values
    }
}
