import MetadataOutput
import Testing

/// Views of samples: gaps between rows, crops, lifetimes.
@Suite struct PlaneTests {
    /// 4 × 3 samples, 0…11.
    private let plane = Plane(width: 4, height: 3, samples: Array(0..<12))

    @Test func rowsOfAPlaneMadeFromAnArrayHaveNoGaps() {
        #expect(plane.bytesPerRow == 4)
        #expect(Self.rows(plane) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])
    }

    @Test func aCropIsAViewOfItsPart() {
        let crop = plane.crop(x: 1, y: 1, width: 2, height: 2)
        #expect(crop.bytesPerRow == 4)
        #expect(Self.rows(crop) == [[5, 6], [9, 10]])
    }

    @Test func aCropOfACropIsAViewOfTheSameMemory() {
        let crop = plane.crop(x: 1, y: 0, width: 3, height: 3).crop(x: 1, y: 2, width: 2, height: 1)
        #expect(Self.rows(crop) == [[10, 11]])
        let isWithin = unsafe plane.withUnsafeSamples { all in
            unsafe crop.withUnsafeSamples { part in unsafe part == all + 10 }
        }
        #expect(isWithin)
    }

    @Test func theBytesOfACropEndWithItsLastSample() {
        let crop = plane.crop(x: 2, y: 0, width: 2, height: 3)
        let bytes = crop.withBytes { span in span.indices.map { span[$0] } }
        #expect(bytes == Array(2...11))
    }

    @Test func aCropKeepsTheMemoryOfAPlaneThatIsGone() {
        var crop: Plane?
        do {
            let big = Plane(width: 1000, height: 1000, samples: Array(repeating: 7, count: 1_000_000))
            crop = big.crop(x: 999, y: 999, width: 1, height: 1)
        }
        #expect(crop.map(Self.rows) == [[7]])
    }

    @Test func memoryOfSomebodyElseIsKeptAlive() {
        final class Owner {
            let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 10)
            init() { unsafe memory.initialize(repeating: 9, count: 10) }
            deinit { unsafe memory.deallocate() }
        }
        weak var owner: Owner?
        do {
            let kept = Owner()
            owner = kept
            let view = unsafe Plane(
                width: 3, height: 2, bytesPerRow: 5, memory: UnsafePointer(kept.memory), owner: kept)
            #expect(Self.rows(view) == [[9, 9, 9], [9, 9, 9]])
            #expect(view.withBytes { $0.count } == 8)
        }
        #expect(owner == nil)
    }

    @Test func aFillThatFailsMakesNoPlane() {
        #expect(throws: PayloadError(.undecodable, "half")) {
            try unsafe Plane(width: 2, height: 2) { samples throws(PayloadError) in
                unsafe samples[0] = 1
                throw PayloadError(.undecodable, "half")
            }
        }
    }

    @Test func aFillThatWritesLittleLeavesBlack() {
        let plane = unsafe Plane(width: 2, height: 2) { samples in unsafe samples[3] = 255 }
        #expect(Self.rows(plane) == [[0, 0], [0, 255]])
    }

    private static func rows(_ plane: Plane) -> [[UInt8]] {
        plane.withBytes { bytes in
            (0..<plane.height).map { y in
                (0..<plane.width).map { x in bytes[y * plane.bytesPerRow + x] }
            }
        }
    }
}
