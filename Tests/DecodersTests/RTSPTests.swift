import MetadataOutput
import Testing

@testable import Decoders

/// What RTSP's texts and packets say, and what becomes of a stream's times.
@Suite struct RTSPTests {
    @Test func theVideoIsTakenOutOfADescription() throws {
        let text = """
            v=0\r
            a=control:rtsp://10.0.0.5/all\r
            m=audio 0 RTP/AVP 8\r
            a=control:sound\r
            m=video 0 RTP/AVP 96\r
            a=rtpmap:96 H264/90000\r
            a=control:track2\r
            m=video 0 RTP/AVP 97\r
            a=control:track3\r

            """
        let description = try #require(SessionDescription(text))
        #expect(
            description.video.split(separator: "\r\n") == [
                "v=0", "a=control:rtsp://10.0.0.5/all", "m=video 0 RTP/AVP 96", "a=rtpmap:96 H264/90000",
                "a=control:track2",
            ])
        #expect(description.control == "track2")
        #expect(description.sessionControl == "rtsp://10.0.0.5/all")
        #expect(SessionDescription("v=0\r\nm=audio 0 RTP/AVP 8\r\n") == nil)
        #expect(SessionDescription("") == nil)
    }

    @Test(
        arguments: [
            ("track2", "rtsp://a/live/", "rtsp://a/live/track2"),
            ("track2", "rtsp://a/live", "rtsp://a/live/track2"),
            ("/track2", "rtsp://a/live", "rtsp://a/live/track2"), ("*", "rtsp://a/live/", "rtsp://a/live/"),
            ("", "rtsp://a/live", "rtsp://a/live"), ("RTSP://b/x", "rtsp://a/live", "RTSP://b/x"),
        ])
    func controlsStandForAddresses(control: String, base: String, address: String) {
        #expect(SessionDescription.address(of: control, base: base) == address)
    }

    @Test func packetsAreFoundHoweverTheyAreCut() {
        let packet: [UInt8] = [36, 0, 0, 3, 7, 36, 9]
        let bytes = packet + [1, 2] + [36, 5, 0, 0] + packet
        for size in 1...bytes.count {
            var packets = InterleavedPackets()
            var found: [(Int, [UInt8])] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += packets.append(Array(bytes[start..<min(start + size, bytes.count)])).map {
                    ($0.channel, Array($0.packet))
                }
            }
            #expect(found.map(\.0) == [0, 5, 0])
            #expect(found.map(\.1) == [[7, 36, 9], [], [7, 36, 9]])
        }
    }

    @Test func aSessionIsKeptByWhatTheCameraSays() {
        var session = RTSPSession()
        #expect(session.silence == .seconds(30))
        session.learnTransport(from: [
            "session": "1; timeout=20", "transport": "RTP/AVP/TCP; unicast; interleaved=6-7;mode=\"PLAY\"",
        ])
        #expect(session.channels == 6...7)
        #expect(session.silence == .seconds(10))
        // What nobody means costs nothing.
        session.learnTransport(from: ["session": ";timeout=-5", "transport": "interleaved=-3-x"])
        #expect(session.silence == .seconds(1))
        session.learnTransport(from: [
            "session": "1;timeout=99999999999999999999", "transport": "interleaved=255-256",
        ])
        #expect(session.silence == .seconds(30))
    }

    @Test func aStreamThatIsNeverWaitedForHasGaps() {
        var lag = StreamLag()
        let isBehind = (0..<60).map { lag.isBehind(at: .milliseconds($0 * 100)) }
        // A second is borne with, two are left out, and then it goes on.
        #expect(isBehind.prefix(11).allSatisfy { !$0 })
        #expect(isBehind[11..<31].allSatisfy { $0 })
        #expect(isBehind[32..<42].allSatisfy { !$0 })
        lag.caughtUp(at: .seconds(6))
        let later = [6900, 7100].map { lag.isBehind(at: .milliseconds($0)) }
        #expect(later == [false, true])
        lag.caughtUp(at: .milliseconds(7200))
        let isBehindAgain = lag.isBehind(at: .milliseconds(7300))
        #expect(!isBehindAgain)
    }

    @Test func aFrameCameWithItsFirstPacket() {
        func packet(_ stamp: UInt32) -> ArraySlice<UInt8> {
            let bytes: [UInt8] = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stamp >> $0) }
            return [0x80, 96, 0, 1] + bytes + [0, 0, 0, 1, 9]
        }
        var arrivals = FrameArrivals()
        #expect(arrivals.arrival(of: 0) == nil && !arrivals.hasBegun)
        let first = UInt32.max - 1000
        for number in 0..<70 {
            let stamp = first &+ UInt32(number * 3000)
            arrivals.note(packet(stamp), at: .milliseconds(number * 100))
            arrivals.note(packet(stamp), at: .milliseconds(number * 100 + 50))
        }
        arrivals.note([0x80, 96], at: .seconds(9))
        #expect(arrivals.hasBegun)
        // Beyond what 32 bits hold they begin anew, which the decoder counts on over.
        #expect(arrivals.arrival(of: 69 * 3000) == .milliseconds(6900))
        #expect(arrivals.arrival(of: 6 * 3000) == .milliseconds(600))
        // Nobody keeps all of them.
        #expect(arrivals.arrival(of: 5 * 3000) == nil)
        #expect(arrivals.arrival(of: 1) == nil && arrivals.arrival(of: nil) == nil)
    }

    /// Packets of frames 3000 apart, each with its number, the frame's number and whether it is the frame's last.
    @Test(
        arguments: [
            // Nothing is missing, also where numbers begin anew.
            ([(65_534, 0, false), (65_535, 0, true), (0, 1, true), (1, 2, true)], 0),
            // A frame's middle, end or beginning.
            ([(0, 0, true), (1, 1, false), (3, 1, true), (4, 2, true)], 1),
            ([(0, 0, true), (1, 1, true), (2, 2, false), (5, 3, false), (6, 3, true)], 1),
            ([(0, 0, true), (1, 1, true), (3, 2, true)], 1),
            // One frame with several holes.
            ([(0, 0, true), (1, 1, false), (3, 1, false), (5, 1, false), (8, 2, true)], 1),
            // Whole ones, and no more than there were packets.
            ([(0, 0, true), (1, 1, true), (5, 5, true)], 3), ([(0, 0, true), (1, 1, true), (3, 5, true)], 1),
            ([(0, 0, true), (1, 1, false), (6, 4, true)], 3),
            // What is sent twice or goes on elsewhere.
            ([(7, 0, true), (7, 0, true), (6, 0, true), (30_000, 1, true)], 0),
            // Of frames that are sent before others nobody knows how many lie between.
            ([(0, 0, true), (1, 3, true), (4, 1, true)], 1),
        ] as [([(number: Int, frame: Int, isLast: Bool)], Int)])
    func missingFramesAreKnownByPacketsNumbers(packets: [(number: Int, frame: Int, isLast: Bool)], count: Int)
    {
        var gaps = PacketGaps()
        var found = 0
        for packet in packets {
            let stamp = UInt32.max - 4000 &+ UInt32(packet.frame * 3000)
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stamp >> $0) }
            let head: [UInt8] = [
                0x80, packet.isLast ? 0xE0 : 0x60, UInt8(packet.number >> 8), UInt8(packet.number & 255),
            ]
            let gap = gaps.frames(before: ([0] + head + bytes + [0, 0, 0, 1, 9]).dropFirst())
            found += gap.whole + gap.partial
        }
        #expect(found == count)
        // Another source's numbers are others.
        for bytes: ArraySlice<UInt8> in [[0x80, 96, 9, 9, 0, 0, 0, 0, 0, 0, 0, 2], [0x80, 96]] {
            let gap = gaps.frames(before: bytes)
            #expect(gap.whole + gap.partial == 0)
        }
    }

    /// Frames that are sent before two which are shown earlier: how far apart the first ones are says the camera, not their arrival.
    @Test func theFirstPicturesAreAsFarApartAsTheyWereTaken() {
        var sent = SentVideo(mostBytes: 1000)
        sent.isWanted = true
        let shown = [0, 3, 1, 2, 6, 4, 5]
        func take(_ places: Range<Int>) {
            for place in places {
                let unit = FFmpegVideo.Unit(
                    bytes: [UInt8(shown[place])], time: .milliseconds(shown[place] * 40),
                    stamp: Int64(shown[place]), isKey: place == 0)
                sent.take(unit, arrival: .seconds(9) + .milliseconds(place * 40))
            }
        }
        take(0..<4)
        // What is shown third comes two frames before those that it is shown after.
        let first = sent.time(of: 0)
        let early = first.map { (.seconds(9) - $0) / .milliseconds(1) } ?? 0
        #expect(abs(early - 80) < 3)
        take(4..<7)
        let times = (sent.next() ?? []).sorted { $0.bytes[0] < $1.bytes[0] }.map(\.time)
        let steps = zip(times, times.dropFirst()).map { ($1 - $0) / .milliseconds(1) }
        #expect(steps.count == 6 && steps.allSatisfy { abs($0 - 40) < 3 }, "\(steps)")
    }

    /// Frames that are taken each tenth of a second and come late by up to a fifth.
    @Test func timesAreTheCamerasOnThisClock() {
        var clock = StreamClock()
        let late = [3, 18, 0, 7, 20, 11, 1, 14]
        let times = (0..<400).map { index in
            clock.time(
                of: .milliseconds(index * 100),
                arrival: .seconds(1000) + .milliseconds(index * 100 + late[index % late.count] * 10))
        }
        let steps = zip(times, times.dropFirst()).dropFirst(20).map { ($1 - $0) / .milliseconds(1) }
        #expect(steps.allSatisfy { abs($0 - 100) < 4 }, "\(steps.min() ?? 0) to \(steps.max() ?? 0)")
        // None is from the future.
        #expect(
            times.enumerated().allSatisfy { index, time in
                time <= .seconds(1000) + .milliseconds(index * 100 + late[index % late.count] * 10)
            })
        // A camera that has set its clock is followed at once.
        let followed = clock.time(of: .seconds(5), arrival: .seconds(1100))
        #expect(followed == .seconds(1100))
    }

    /// What the network or a busy machine holds up comes late and all at once, and was taken when it was.
    @Test func framesThatWereHeldUpHaveTheirTimes() {
        var clock = StreamClock()
        let times = (0..<60).map { index in
            let taken = Duration.milliseconds(index * 100)
            let isHeldUp = (10..<40).contains(index)
            return clock.time(
                of: taken, arrival: .seconds(1000) + (isHeldUp ? max(taken, .seconds(4)) : taken))
        }
        let steps = zip(times, times.dropFirst()).map { ($1 - $0) / .milliseconds(1) }
        #expect(steps.allSatisfy { (1...120).contains($0) }, "\(steps)")
        // Where all come late from now on, they are followed.
        let later = (60..<100).map { index in
            clock.time(of: .milliseconds(index * 100), arrival: .seconds(1003) + .milliseconds(index * 100))
        }
        #expect(later.last == .seconds(1003) + .milliseconds(9900))
    }
}
