import MetadataOutput

extension Step.Reader {
    /// What the engine reads matrix codes in, if not in the plane as it is.
    func matrixLayers(of view: View, types: Set<MetadataObjectType>) -> [MatrixLayer]? {
        guard case .zxing(let options) = self, options.hasLocalThresholds,
            types.contains(where: \.isMatrixCode)
        else { return nil }
        return MatrixLayer.layers(of: view, isDownscaled: options.tryDownscale)
    }

    /// The most finder patterns, dark on light, that the engine sees in the plane or in one that is made of it.
    func finderPatterns(in plane: Plane, layers: [MatrixLayer]?) -> Int {
        layers?.map(\.finderPatterns).max()
            ?? plane.locallyThresholded().map(FinderPatternSearch.count(inThresholded:))
            ?? FinderPatternSearch.count(in: plane)
    }
}
