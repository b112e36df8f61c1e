import CSandbox
import Glibc
import MetadataOutput
import WorkerRuntime
import Workers

/// A worker that is an enemy: behind the same door as the true one it does what the width of the frame it is asked about
/// says, see ``HostileAct``.
///
/// The names of its detectors say how it closes the door: a number is its most processor time in seconds, and with
/// `landlock` it closes the way to files only, by Landlock alone.
@main
enum Main {
    static func main() throws {
        try Sandbox.dieWithParent()
        guard let end = try WorkerEnd() else { return }
        let names = end.orders.detectors
        if names == ["landlock"] { return tellOfLandlock(end) }
        let bystander = Bystander()
        try Sandbox.enter(
            memoryBytes: 1_000_000_000, processorSeconds: names.compactMap { Int($0) }.first ?? 60)
        end.tell(WorkerDescription(libraries: [], steps: []))
        while let question = end.nextQuestion() {
            guard case .detect(let request, .frame(let frame)) = question,
                let act = HostileAct(rawValue: frame.luma.width)
            else { exit(1) }
            perform(act, request, end, bystander)
        }
    }

    private static func perform(
        _ act: HostileAct, _ request: DetectionRequest, _ end: WorkerEnd, _ bystander: Bystander
    ) {
        switch act {
        case .attempts: end.answer(unchecked: .failed(PayloadError(.undecodable, Attempts.all(bystander))))
        case .garbage:
            end.answer(withBytes: (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 31) }, count: 5000)
        case .zeros: end.answer(withBytes: [UInt8](repeating: 0, count: 200), count: 200)
        case .endlessLength: end.answer(withBytes: [], count: Int.max)
        case .manyReadings:
            // A result that says it holds more readings than there are bytes.
            end.answer(
                withBytes: [0, 0] + [UInt8](repeating: 0, count: 7) + [UInt8](repeating: 0x7F, count: 64),
                count: 73)
        case .dies: abort()
        case .diesOfAnEngine where request.disabledEngines == [.zxing]:
            end.answer(unchecked: .result(DetectionResult(width: act.rawValue, height: 1)))
        case .diesOfAnEngine:
            end.mark(request.runsSideBySide ? [.dlib, .zxing] : [.zxing])
            abort()
        case .sleeps: sleepForever()
        case .spins: while true {}
        case .eats:
            var blocks: [UnsafeMutableRawPointer] = []
            while let block = malloc(1 << 24) {
                memset(block, 1, 1 << 24)
                blocks.append(block)
            }
            end.answer(unchecked: .failed(PayloadError(.overLimit, "\(blocks.count * 16) MiB")))
        case .closes:
            close(3)
            sleepForever()
        case .shows:
            var result = DetectionResult(width: act.rawValue, height: 1)
            let bytes = [UInt8](repeating: 0, count: 1 << 20)
            result.views.picture = PictureView(mediaType: "image/png", bytes: bytes, width: 1, height: 1)
            end.answer(unchecked: .result(result))
        case .babbles:
            while true { end.answer(unchecked: .result(DetectionResult(width: act.rawValue, height: 1))) }
        default: end.answer(unchecked: .result(FullAnswer.result(of: act, to: request)))
        }
    }

    private static func sleepForever() -> Never {
        while true { poll(nil, 0, -1) }
    }

    private static func tellOfLandlock(_ end: WorkerEnd) {
        let isThere = CSandboxDenyFiles()
        let error = open("/etc/passwd", O_RDONLY) < 0 ? errno : 0
        end.tell(WorkerDescription(libraries: [], steps: []))
        _ = end.nextQuestion()
        end.answer(unchecked: .failed(PayloadError(.undecodable, isThere ? "open \(error)" : "not there")))
    }
}
