import AVFoundationCompat

/// Says where codes and faces are in a layer.
final class ScannerRoutine: Routine {
    private let scanner = CodeScanner(previewSize: CGSize(width: 375, height: 667))
    private var overlays: [CodeScanner.Overlay] = []
    private var calls = 0

    init() throws {
        scanner.onOverlays = { [weak self] overlays in
            // The port asked for the main queue.
            MainActor.assumeIsolated {
                self?.overlays = overlays
                self?.calls += 1
            }
        }
        try scanner.configure()
    }

    func answer(_ command: [String]) async throws -> String {
        switch command.first {
        case "start": scanner.session.startRunning()
        case "stop": scanner.session.stopRunning()
        case "overlays":
            // x,y,width,height of the frame, x,y of each corner, and the text.
            let texts = overlays.map { overlay in
                let frame = overlay.frame
                let corners = overlay.corners.flatMap { [$0.x, $0.y] }
                let numbers = [frame.minX, frame.minY, frame.width, frame.height] + corners
                return "\(numbers.map { "\($0)" }.joined(separator: ",")) \(overlay.text)"
            }
            return "\(calls)|\(texts.joined(separator: "|"))"
        default: return "no such command"
        }
        return "done"
    }
}
