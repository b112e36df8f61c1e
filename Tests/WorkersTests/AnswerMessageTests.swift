import Foundation
import MetadataOutput
import Testing

@testable import Workers

@Suite("An answer of any bytes is read or refused")
struct AnswerMessageTests {
    private static let question: Question = {
        var request = DetectionRequest(types: [.qr], includesMotionPlane: true)
        request.views = PictureViewRequest(thumbnailSide: 100, includesPicture: true)
        return .detect(request, .encoded([], limits: .standard))
    }()

    private static func bytes(of answer: Answer) -> [UInt8] {
        var writer = WireWriter()
        answer.write(to: &writer) { _ in }
        return writer.bytes
    }

    private static func read(_ bytes: [UInt8], to question: Question = question) throws -> Answer {
        var reader = WireReader(bytes)
        let answer = try Answer(from: &reader, to: question) { _, _ in
            Plane(width: 1, height: 1, samples: [0])
        }
        try reader.end()
        return answer
    }

    /// Which parts a frame has that need no search, nobody believes a worker.
    @Test func aWorkerRestsOnlyWhereItMay() throws {
        var result = DetectionResult.sample
        result.changes = PlaneBlocks(width: 80, height: 80)
        let bytes = Self.bytes(of: .result(result))
        #expect(throws: MalformedMessage.self) { try Self.read(bytes) }
        var request = DetectionRequest(
            types: [.qr], includesMotionPlane: true, liveFrame: LiveFrame(number: 1))
        request.views = PictureViewRequest(thumbnailSide: 100, includesPicture: true)
        func isSearched(settled: PlaneBlocks) throws -> Bool {
            request.liveFrame?.scene = SearchedScene(
                plane: Plane(width: 1, height: 1, samples: [0]), settled: settled)
            let question = Question.detect(request, .encoded([], limits: .standard))
            guard case .result(let read) = try Self.read(bytes, to: question) else { return true }
            #expect(read.changes == result.changes)
            return read.isSearched
        }
        #expect(try isSearched(settled: PlaneBlocks(width: 80, height: 80)))
        #expect(try !isSearched(settled: PlaneBlocks(width: 80, height: 80, isFull: true)))
        #expect(try isSearched(settled: PlaneBlocks(width: 88, height: 80, isFull: true)))
    }

    @Test func aResultArrivesAsItWasSent() throws {
        guard case .result(let read) = try Self.read(Self.bytes(of: .result(.sample))) else {
            Issue.record("no result")
            return
        }
        #expect(
            read.readings == DetectionResult.sample.readings && read.refused == DetectionResult.sample.refused
        )
        #expect(
            read.failures == DetectionResult.sample.failures && read.shares == DetectionResult.sample.shares)
        #expect(read.views == DetectionResult.sample.views)
    }

    @Test func whatIsCutShortIsNoAnswer() {
        let bytes = Self.bytes(of: .result(.sample))
        for count in bytes.indices {
            #expect(throws: MalformedMessage.self) { try Self.read(Array(bytes.prefix(count))) }
        }
    }

    @Test func whatWasChangedOnTheWayHoldsNoMoreThanItsBytes() {
        let bytes = Self.bytes(of: .result(.sample))
        for _ in 0..<20_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4) {
                let place = changed.indices.randomElement() ?? 0
                changed[place] =
                    Bool.random() ? .random(in: 0...255) : [0, 1, 0x7F, 0x80, 0xFF].randomElement() ?? 0
            }
            guard case .result(let read)? = try? Self.read(changed) else { continue }
            // A reading takes more than a hundred bytes.
            #expect(100 * (read.readings.count + read.refused.count) <= changed.count)
            #expect(
                read.readings.allSatisfy { $0.corners.count == 4 && MetadataObjectType.all.contains($0.type) }
            )
        }
    }

    @Test func bytesOfNobodyAreNoAnswer() {
        for count in 0..<5000 {
            let bytes = (0..<count % 500).map { _ in UInt8.random(in: 0...255) }
            #expect(throws: (any Error).self) { try Self.read(bytes) }
        }
    }

    @Test func whatIsTooMuchIsRefused() {
        var result = DetectionResult.sample
        guard case .detect(var request, let payload) = Self.question else { return #expect(Bool(false)) }
        request.liveFrame = LiveFrame(number: 0)
        result.refused = []
        // A camera's frame has no time for as many as another picture.
        for (question, most) in [(Self.question, 10_000), (.detect(request, payload), 3_000)] {
            for count in [most, most + 1] {
                result.readings = Array(repeating: result.readings[0], count: count)
                let answer = Answer.result(result)
                let isRead = (try? Self.read(Self.bytes(of: answer), to: question)) != nil
                let isWithinBounds = answer.isWithinBounds(of: question)
                #expect(isRead == (count == most) && isWithinBounds == isRead, "\(count)")
            }
        }
    }

    @Test func whatNobodyAskedForIsRefused() {
        let plain = Question.detect(DetectionRequest(types: [.qr]), .encoded([], limits: .standard))
        let plane = Plane(width: 1, height: 1, samples: [0])
        let moves = Question.motions(places: [.zero], earlier: plane, later: plane)
        for (answer, question) in [
            (Answer.result(.sample), plain), (.result(.sample), moves), (.motions([nil]), plain),
            (.motions([nil, nil]), moves), (.failed(PayloadError(.empty, "")), moves),
        ] {
            #expect(throws: MalformedMessage.self) { try Self.read(Self.bytes(of: answer), to: question) }
        }
        #expect(plain.mostAnswerBytes < Self.question.mostAnswerBytes)
    }

    /// A code can say anything, and costs itself then.
    @Test func aReadingThatCannotBeSentCostsNoOther() throws {
        var result = DetectionResult.sample
        var wild = result.readings[0]
        guard case .code(var content) = wild.content else { return }
        content.structuredAppend = StructuredAppend(index: 0, count: 2_000_000, id: "x")
        wild.content = .code(content)
        var nowhere = result.readings[1]
        nowhere.corners[0].x = .nan
        result.readings.append(wild)
        result.refused.append(Judgement(nowhere, .refused(.withoutPlace)))
        #expect(throws: MalformedMessage.self) { try Self.read(Self.bytes(of: .result(result))) }
        guard
            case .result(let read) = try Self.read(
                Self.bytes(of: Answer.result(result).fitting(Self.question)))
        else {
            Issue.record("no result")
            return
        }
        #expect(read.readings == DetectionResult.sample.readings)
        #expect(read.refused == DetectionResult.sample.refused)
        #expect(read.failures.last == EngineFailure(engine: .zxing, reason: "read what no symbol can say"))
    }
}
