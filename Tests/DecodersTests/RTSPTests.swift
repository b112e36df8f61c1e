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
}
