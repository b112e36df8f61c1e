import Testing

@testable import Capture

@Suite struct PlanarLayoutTests {
    /// A picture of 6 by 4 in which each sample is another.
    private func picture(_ layout: PlanarLayout) -> [[UInt8]] {
        var planes = layout.byteCounts.map { [UInt8](repeating: 255, count: $0) }
        for (number, component) in layout.components.enumerated() {
            let (columns, rows) = number == 0 ? (6, 4) : (3, 2)
            for row in 0..<rows {
                for column in 0..<columns {
                    let place = component.offset + row * component.bytesPerRow + column * component.step
                    planes[component.plane][place] = UInt8(number * 32 + row * columns + column)
                }
            }
        }
        return planes
    }

    @Test(arguments: PlanarLayout.formats) func samplesComeWhereTheyBelong(_ format: PixelFormat) throws {
        let rows = [[16], [16, 16], [16, 10, 12]]
        let target = try #require(
            rows.compactMap { PlanarLayout(format, bytesPerRow: $0, height: 4) }
                .first { layout in layout.components.allSatisfy { $0.bytesPerRow > 0 } })
        let wanted = picture(target)
        for source in PlanarLayout.formats.filter({ !$0.name.contains("M") }) {
            let from = try #require(PlanarLayout(source, bytesPerRow: [8], height: 4))
            var planes = target.byteCounts.map { [UInt8](repeating: 255, count: $0) }
            let memory = planes.indices.map { plane in
                planes[plane].withUnsafeMutableBytes { own in
                    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: own.count, alignment: 1)
                    copy.copyMemory(from: UnsafeRawBufferPointer(own))
                    return copy
                }
            }
            from.copy(picture(from)[0], width: 6, height: 4, to: memory, as: target)
            for plane in planes.indices {
                planes[plane] = Array(memory[plane])
                memory[plane].deallocate()
            }
            // Nothing between the rows is touched, but where both chromas of a row lie together.
            #expect(planes == wanted, "\(source) to \(format)")
        }
    }

    @Test func whatDoesNotFitIsNotCopied() throws {
        let layout = try #require(PlanarLayout(PixelFormat(name: "NV12")!, bytesPerRow: [16], height: 4))
        #expect(layout.byteCounts == [96] && layout.fits(width: 6, height: 4, in: [96]))
        #expect(!layout.fits(width: 18, height: 4, in: [96]) && !layout.fits(width: 6, height: 6, in: [96]))
        #expect(!layout.fits(width: 6, height: 4, in: [80]) && !layout.fits(width: 6, height: 4, in: []))
        #expect(PlanarLayout(PixelFormat(name: "YUYV")!, bytesPerRow: [16], height: 4) == nil)
    }

    @Test func levelsAreTheLowestThatSuffice() {
        func level(_ width: Int, _ height: Int, _ rate: Double) -> Int {
            EncoderWishes(width: width, height: height, frameRate: rate).level
        }
        // 3.0, 3.1, 3.2, 4.0, 4.2, 5.1, 5.2.
        #expect(level(640, 480, 30) == 8 && level(1280, 720, 30) == 9 && level(1280, 720, 60) == 10)
        #expect(level(1920, 1080, 30) == 11 && level(1920, 1080, 60) == 13)
        #expect(level(3840, 2160, 30) == 15 && level(3840, 2160, 60) == 16)
    }
}
