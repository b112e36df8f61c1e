import Foundation
import MediaFiles
import MetadataOutput
import Testing

@testable import Capture

@Suite struct SentVideoReaderTests {
    private static let startCode: [UInt8] = [0, 0, 0, 1]
    private static let plain: [UInt8] = [
        0x67, 0x64, 0x00, 0x0a, 0xac, 0xb2, 0x0c, 0x4d, 0x80, 0x88, 0x00, 0x00, 0x03, 0x00, 0x08, 0x00, 0x00,
        0x03, 0x00, 0xa0, 0x78, 0x91, 0x32, 0x40,
    ]
    private static let interlaced: [UInt8] = [
        0x67, 0x64, 0x00, 0x15, 0xac, 0xe4, 0x19, 0x36, 0x02, 0x20, 0x00, 0x00, 0x03, 0x00, 0x20, 0x00, 0x00,
        0x03, 0x02, 0x83, 0xe2, 0x85, 0x49,
    ]
    private static let picture: [UInt8] = [0x68, 0xce, 6]
    private static let key: [UInt8] = [0x65, 0x88, 1]
    private static let dependent: [UInt8] = [0x41, 0x9a, 1]

    private static func unit(_ parts: [UInt8]..., followsGap: Bool = false) -> NetworkVideoUnit {
        NetworkVideoUnit(parts.flatMap { startCode + $0 }, time: .zero, followsGap: followsGap)
    }

    private static let keyUnit = unit(plain, picture, key)

    /// The frame of a unit at so many milliseconds.
    private static func frame(
        _ reader: inout SentVideoReader, _ unit: NetworkVideoUnit, _ time: Int
    ) throws -> SentFrame {
        let frame = reader.frame(of: unit, at: .milliseconds(time))
        return try #require(frame)
    }

    @Test func framesBeginWithAKeyFrameThatIsDescribed() throws {
        var reader = SentVideoReader()
        for early in [Self.unit(Self.dependent), Self.unit(Self.key)] {
            let none = reader.frame(of: early, at: .zero)
            #expect(none == nil && !reader.givesFrames)
        }
        let first = try Self.frame(&reader, Self.keyUnit, 40)
        #expect(reader.givesFrames && first.movie.isKeyFrame && first.movie.bytes == [0, 0, 0, 3] + Self.key)
        #expect((first.movie.width, first.movie.height) == (96, 64))
        #expect(first.movie.time == .milliseconds(40) && first.movie.delay == .zero)
        // Frames of one time are two in a movie.
        let second = try Self.frame(&reader, Self.unit(Self.dependent), 40)
        #expect(!second.movie.isKeyFrame && second.number == first.number + 1)
        #expect(second.movie.time > first.movie.time)
        // Parameters alone are no frame.
        let none = reader.frame(of: Self.unit(Self.plain, Self.picture), at: .milliseconds(80))
        #expect(none == nil)
        let fourth = reader.frame(of: Self.unit(Self.dependent, followsGap: true), at: .milliseconds(120))
        #expect(fourth == nil && !reader.givesFrames)
        let fifth = try Self.frame(&reader, Self.keyUnit, 160)
        #expect(fifth.number == second.number + 2 && reader.givesFrames)
        let sixth = try Self.frame(&reader, Self.unit(Self.dependent), 200)
        // Whoever has not had those before waits for a key frame.
        var order = SentFrameOrder()
        let taken = [second, first, second, sixth, second, fifth, sixth].map { order.takes($0) }
        #expect(taken == [false, true, true, false, false, true, true])
    }

    /// What cannot be in a movie as it came is had as pictures.
    @Test(
        arguments: [
            [unit(interlaced, picture, key)], [keyUnit, unit(plain, [0x68, 0xce, 7], dependent)],
            [unit([0x67, 0x64, 0, 10, 0, 0, 0], picture, key)],
        ])
    func someStreamsAreRefused(units: [NetworkVideoUnit]) {
        var reader = SentVideoReader()
        for (number, unit) in units.enumerated() { _ = reader.frame(of: unit, at: .seconds(number)) }
        #expect(!reader.givesFrames)
        let later = reader.frame(of: Self.keyUnit, at: .seconds(9))
        #expect(later == nil)
    }

    /// An order that the stream has not said is found out.
    @Test func framesThatGoBackAreRefused() throws {
        var reader = SentVideoReader()
        _ = try Self.frame(&reader, Self.keyUnit, 1000)
        _ = try Self.frame(&reader, Self.unit(Self.dependent), 3000)
        let earlier = reader.frame(of: Self.unit(Self.dependent), at: .seconds(2))
        #expect(earlier == nil && !reader.givesFrames)
    }

    @Test func framesThatAreShownLaterAreInTheOrderOfDecoding() {
        var order = DecodingOrder(depth: 2)
        let shown = [0, 4, 2, 1, 3, 8, 6, 5, 7, 9].map { Duration.milliseconds(40 * $0) }
        let places = shown.compactMap { order.place($0) }
        #expect(places.count == shown.count)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(zip(places, shown).allSatisfy { $0.time + $0.delay == $1 && $0.delay >= .zero })
        // Once they have gone on for a while they are as far apart as they are shown.
        #expect(
            zip(places, places.dropFirst()).dropFirst(2).allSatisfy { $1.time - $0.time == .milliseconds(40) }
        )
        // Whatever times are told, decoding goes on.
        let strange = [5000, 0, -3, 1 << 40, 0, 7].compactMap { order.place(.seconds($0)) }
        #expect(strange.count == 6 && zip(strange, strange.dropFirst()).allSatisfy { $0.time < $1.time })
        #expect(strange.allSatisfy { (.zero ... .seconds(10)).contains($0.delay) })
    }

    /// A group of minutes is not kept for movies that may begin.
    @Test func aGroupIsBounded() throws {
        var reader = SentVideoReader()
        var group = SentFrameGroup()
        group.add(try Self.frame(&reader, Self.keyUnit, 0))
        for number in 1...400 {
            group.add(try Self.frame(&reader, Self.unit(Self.dependent), number * 100))
            #expect(group.frames.count == (number <= 300 ? number + 1 : 0))
        }
        group.add(try Self.frame(&reader, Self.keyUnit, 50_000))
        #expect(group.frames.count == 1)
        let large = Self.unit(Self.dependent + [UInt8](repeating: 1, count: 7 << 20))
        for number in 1...5 {
            group.add(try Self.frame(&reader, large, 50_000 + number))
        }
        #expect(group.frames.isEmpty)
    }
}
