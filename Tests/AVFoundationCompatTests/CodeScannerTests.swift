import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Ports

extension CameraTests {
    @Suite struct CodeScannerTests {
        @Test func aCodeIsToldWhereItIsInTheLayer() async throws {
            let cameras = TestCameras(showing: try TestPicture.showing("qr/level-L.png", x: 200, y: 100))
            let scanner = CodeScanner(previewSize: CGSize(width: 375, height: 667))
            let seen = Mutex<[CodeScanner.Overlay]>([])
            scanner.onOverlays = { overlays in seen.withLock { $0 = overlays } }
            try scanner.configure()
            scanner.session.startRunning()
            var found: CodeScanner.Overlay?
            #expect(
                await eventually {
                    found = found ?? seen.withLock { $0 }.first
                    return found != nil
                })
            scanner.session.stopRunning()
            let overlay = try #require(found)
            #expect(overlay.text == "Error correction")
            let transform = try #require(
                PreviewTransform(
                    videoSize: CGSize(width: 640, height: 480), previewSize: CGSize(width: 375, height: 667),
                    videoGravity: .resizeAspectFill, videoRotationAngle: 90))
            let symbol = CGRect(x: 240.0 / 640, y: 140.0 / 480, width: 84.0 / 640, height: 84.0 / 480)
            let wanted = transform.layerRectConverted(fromMetadataOutputRect: symbol)
            #expect(abs(overlay.frame.midX - wanted.midX) < 3 && abs(overlay.frame.midY - wanted.midY) < 3)
            #expect(overlay.corners.count == 4)
            withExtendedLifetime(cameras) {}
        }
    }
}
