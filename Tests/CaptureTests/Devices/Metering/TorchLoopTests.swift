import Foundation
import Testing

@testable import Capture

@Suite struct TorchLoopTests {
    /// A room, a torch and a camera.
    private struct Room {
        /// How much light there is without the torch, and how much it adds; 1 is a picture of luma 255 at no exposure.
        var light: Double
        var torch = 0.2
        /// How far the camera's own exposure goes, in EV.
        var exposures = 0.0...0.0
        var loop = TorchLoop()
        private(set) var turns: [Bool] = []
        private var isOn = false
        private var exposure = 0.0

        init(light: Double, exposures: ClosedRange<Double> = 0...0) {
            (self.light, self.exposures, exposure) = (light, exposures, exposures.upperBound)
        }

        /// Looks so many times.
        mutating func look(_ count: Int) {
            for _ in 0..<count {
                let all = light + (isOn ? torch : 0)
                // The camera goes half of the way at each look.
                let wanted = log2(pow(118.0 / 255, 2.2) / all)
                exposure += (min(max(wanted, exposures.lowerBound), exposures.upperBound) - exposure) / 2
                let luma = min(255 * pow(all * exp2(exposure), 1 / 2.2), 255)
                guard let turn = loop.next(.init(luma: luma, exposure: exposure)) else { continue }
                isOn = turn
                turns.append(turn)
            }
        }
    }

    @Test(arguments: [0...0, -6.0...0.0] as [ClosedRange<Double>])
    func itShinesInTheDarkUntilThereIsLight(exposures: ClosedRange<Double>) {
        var room = Room(light: 0.3, exposures: exposures)
        room.look(100)
        #expect(room.turns.isEmpty)
        room.light = 0.005
        room.look(14)
        #expect(room.turns.isEmpty)
        // Its own light does not turn it off, however long.
        room.look(1000)
        #expect(room.turns == [true])
        // A little light more does not, either.
        room.light = 0.03
        room.look(1000)
        #expect(room.turns == [true])
        room.light = 0.3
        room.look(12)
        #expect(room.turns == [true])
        room.look(1000)
        #expect(room.turns == [true, false])
    }

    @Test func aMomentIsNoReason() {
        var room = Room(light: 0.3)
        for _ in 0..<10 {
            room.light = 0.001
            room.look(14)
            room.light = 0.3
            room.look(1)
        }
        #expect(room.turns.isEmpty)
        room.light = 0.001
        room.look(100)
        for _ in 0..<10 {
            room.light = 0.3
            room.look(14)
            room.light = 0.001
            room.look(1)
        }
        #expect(room.turns == [true])
    }

    /// What comes near throws more of the torch's light back, which looks like light, until it is off.
    @Test func whatItGoesOutForInVainIsAwaitedLonger() {
        var room = Room(light: 0.001)
        room.look(15)
        let looks = (0..<7).map { _ in
            // It comes on, and is measured.
            while room.turns.last == false { room.look(1) }
            room.torch = 0.2
            room.look(13)
            room.torch = 0.8
            let count = (1...1000).first { _ in
                room.look(1)
                return room.turns.last == false
            }
            return count ?? 0
        }
        #expect(looks == [15, 30, 60, 120, 240, 480, 480])
    }

    @Test func aLampThatDoesNotObeyIsTriedAgain() {
        var loop = TorchLoop()
        let dark = TorchLoop.Look(luma: 5)
        func looks(_ loop: inout TorchLoop) -> Int? {
            for count in 1...100 where loop.next(dark) == true { return count }
            return nil
        }
        let first = looks(&loop)
        loop.noteFailure()
        let second = looks(&loop)
        #expect(first == 15 && second == 27 && loop.isOn)
    }
}
