/// Grey values along a symbol, and where the edges of its bars are.
struct BarredBand {
    /// Dark is large.
    let samples: [Float]
    /// In samples, from the first bar's beginning to the last one's end; a whole number is the middle of a sample.
    let edges: [Float]

    /// As seen from the other end.
    var turned: BarredBand {
        let last = Float(samples.count - 1)
        return BarredBand(samples: samples.reversed(), edges: edges.reversed().map { last - $0 })
    }

    /// The middle of an element, in samples.
    ///
    /// - Parameter element: Bars and spaces in turn, from 0.
    func middle(of element: Int) -> Float { (edges[element] + edges[element + 1]) / 2 }

    /// The samples between two places, without those that are there in part.
    func values(from begin: Float, to end: Float) -> ArraySlice<Float> {
        let first = min(max(Int((begin + 0.5).rounded(.up)), 0), samples.count)
        return samples[first..<min(max(Int((end + 0.5).rounded(.down)), first), samples.count)]
    }

    /// The sum of what lies between two places, of a sample that is there in part a part.
    func sum(from begin: Float, to end: Float) -> Float {
        let (begin, end) = (max(begin + 0.5, 0), min(end + 0.5, Float(samples.count)))
        guard begin < end else { return 0 }
        return (Int(begin)..<Int(end.rounded(.up))).reduce(0) { sum, index in
            sum + samples[index] * (min(end, Float(index + 1)) - max(begin, Float(index)))
        }
    }
}
