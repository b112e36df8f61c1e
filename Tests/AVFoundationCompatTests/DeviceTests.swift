import Foundation
import MetadataOutput
import Synchronization
import Testing

@testable import AVFoundationCompat
@testable import Capture

extension CameraTests {
    @Suite struct DeviceTests {
        @Test func camerasThatDoNotSayWhereTheyLookAnswerToBothPositions() throws {
            let cameras = TestCameras(2)
            let (first, second) = (
                AVCaptureDevice.wrapping(cameras.devices[0]), AVCaptureDevice.wrapping(cameras.devices[1])
            )
            let type = AVCaptureDevice.DeviceType.builtInWideAngleCamera
            #expect(
                AVCaptureDevice.default(for: .video) == first && AVCaptureDevice.default(for: .audio) == nil)
            #expect(AVCaptureDevice.default(type, for: .video, position: .back) == first)
            #expect(AVCaptureDevice.default(type, for: .video, position: .front) == second)
            #expect(AVCaptureDevice.default(.builtInTripleCamera, for: .video, position: .back) == nil)
            let all = AVCaptureDevice.DiscoverySession(
                deviceTypes: [type, .external], mediaType: .video, position: .unspecified)
            #expect(Set(all.devices) == [first, second] && all.devices.count == 2)
            #expect(all.supportedMultiCamDeviceSets == [[first, second]])
            let none = AVCaptureDevice.DiscoverySession(
                deviceTypes: [.builtInTripleCamera], mediaType: .video, position: .back)
            #expect(none.supportedMultiCamDeviceSets.isEmpty)
            // Once one says it, it alone is meant.
            cameras.kernels[1].change { state in
                state.controls[ControlID.cameraOrientation.rawValue] = Knobs.menu(
                    [0: "Front", 1: "Back"], value: 1)
            }
            #expect(second.position == .back)
            #expect(AVCaptureDevice.default(type, for: .video, position: .back) == second)
            #expect(AVCaptureDevice.default(type, for: .video, position: .front) == nil)
        }

        @Test func theCameraThatAPersonPrefersIsTheSystemsToo() throws {
            let cameras = TestCameras(2)
            let (first, second) = (
                AVCaptureDevice.wrapping(cameras.devices[0]), AVCaptureDevice.wrapping(cameras.devices[1])
            )
            defer { AVCaptureDevice.userPreferredCamera = nil }
            #expect(
                AVCaptureDevice.userPreferredCamera == nil && AVCaptureDevice.systemPreferredCamera == first)
            AVCaptureDevice.userPreferredCamera = second
            #expect(AVCaptureDevice.systemPreferredCamera == second)
            #expect(second.systemPressureState.level == .nominal)
            // One that is not there any more.
            let rest = [cameras.devices[0]]
            CameraSource.current.devices = { rest }
            #expect(AVCaptureDevice.systemPreferredCamera == first)
            #expect(AVCaptureDevice.userPreferredCamera == second)
        }

        @Test func aCameraIsWhereTheConfigurationSays() throws {
            let cameras = TestCameras(2)
            let front = cameras.devices[1]
            front.system.registry.setPlacement(
                .init(position: .front, deviceType: .builtInUltraWideCamera), of: front.uniqueID)
            let found = AVCaptureDevice.default(.builtInUltraWideCamera, for: .video, position: .front)
            #expect(found?.core === front && found?.position == .front)
            #expect(AVCaptureDevice.default(.builtInUltraWideCamera, for: .video, position: .back) == nil)
            // The other one does not say where it looks, and one of them does.
            #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) == nil)
        }

        @Test func aCameraIsFoundByItsIDAndIsOneObject() throws {
            let cameras = TestCameras()
            let device = try #require(AVCaptureDevice.default(for: .video))
            #expect(AVCaptureDevice(uniqueID: device.uniqueID) === device)
            #expect(AVCaptureDevice(uniqueID: "nobody") == nil)
            #expect(AVCaptureDevice.devices(for: .video).first === device)
            #expect(device.core === cameras.devices[0])
        }

        /// Programs set 1/30 without having looked, as every format of a telephone has it.
        @Test(
            arguments: [
                ([25, 15, 10], [1, 18, 30], [10, 15, 25], 25), ([60, 50], [30, 53, 60], [50, 50, 60], 30),
                ([], [1, 30], [30, 30], 30),
            ] as [([Int], [Int32], [Int32], Int32)])
        func ofRatesUpTo30TheNearestIsTaken(
            rates: [Int], asked: [Int32], taken: [Int32], usual: Int32
        ) throws {
            let cameras = TestCameras()
            cameras.kernels[0].change { state in
                state.formats = [.init(code: "GREY", width: 640, height: 480, rates: rates)]
            }
            let device = try #require(AVCaptureDevice.default(for: .video))
            try device.lockForConfiguration()
            // Before it runs as well: what a stream would have, or what the driver is set to.
            #expect(device.activeVideoMinFrameDuration == CMTime(value: 1, timescale: usual))
            for (rate, wanted) in zip(asked, taken) {
                device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: rate)
                device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: rate)
                let duration = CMTime(value: 1, timescale: wanted)
                #expect(device.activeVideoMinFrameDuration == duration, "\(rate) of \(rates)")
            }
            device.activeVideoMinFrameDuration = .invalid
            #expect(device.activeVideoMaxFrameDuration == CMTime(value: 1, timescale: usual))
            device.unlockForConfiguration()
            withExtendedLifetime(cameras) {}
        }

        /// It says what the person or the administrator allows, and nobody forbids what is not there.
        @Test func withoutACameraNobodyForbidsOne() async {
            let cameras = TestCameras(0)
            #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
            #expect(await AVCaptureDevice.requestAccess(for: .video))
            #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .denied)
            #expect(AVCaptureDevice.default(for: .video) == nil)
            withExtendedLifetime(cameras) {}
        }

        @Test func camerasThatComeAndGoAreTold() async throws {
            let cameras = TestCameras(2)
            let told = Mutex<[String]>([])
            let tokens = [Notification.Name.AVCaptureDeviceWasConnected, .AVCaptureDeviceWasDisconnected].map
            { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                    notification in
                    guard let device = notification.object as? AVCaptureDevice else { return }
                    let word = name == .AVCaptureDeviceWasConnected ? "came" : "went"
                    told.withLock { $0.append("\(device.core.path) \(word)") }
                }
            }
            // Those that are there already are no news.
            for device in cameras.devices { cameras.tell(.wasConnected(device)) }
            cameras.tell(.wasDisconnected(cameras.devices[1]))
            cameras.tell(.wasConnected(cameras.devices[1]))
            #expect(
                await eventually {
                    AVCaptureDevice.watchForChanges()
                    return told.withLock { $0.count } == 2
                })
            #expect(told.withLock { $0 } == ["/dev/zero went", "/dev/zero came"])
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }

        @Test func whatIsAvailableDependsOnTheConnection() throws {
            let cameras = TestCameras()
            let (session, output) = (AVCaptureSession(), AVCaptureMetadataOutput())
            #expect(output.availableMetadataObjectTypes.isEmpty && output.metadataObjectTypes.isEmpty)
            #expect(output.rectOfInterest == CGRect(x: 0, y: 0, width: 1, height: 1))
            output.metadataObjectTypes = nil
            output.setMetadataObjectsDelegate(nil, queue: nil)
            session.addOutput(output)
            #expect(output.availableMetadataObjectTypes.isEmpty)
            let count = Mutex(0)
            let observation = output.observe(\.availableMetadataObjectTypes, options: .new) { _, change in
                count.withLock { $0 += change.newValue?.count ?? 0 }
            }
            let input = try AVCaptureDeviceInput(device: .wrapping(cameras.devices[0]))
            session.addInput(input)
            #expect(Set([.qr, .face, .ean13]).isSubset(of: output.availableMetadataObjectTypes))
            #expect(count.withLock { $0 } == output.availableMetadataObjectTypes.count)
            #expect(output.connection(with: .metadataObject)?.inputPorts == [input.ports[1]])
            #expect(output.connection(with: .video) == nil)
            output.rectOfInterest = CGRect(x: -0.5, y: 0.5, width: 1, height: 1)
            let part = CGRect(x: 0, y: 0.5, width: 0.5, height: 0.5)
            #expect((output.core as? CaptureMetadataOutput)?.rectOfInterest == part)
            session.removeInput(input)
            #expect(output.availableMetadataObjectTypes.isEmpty && session.connections.isEmpty)
            withExtendedLifetime(observation) {}
        }

        @Test func whatASessionHoldsNeedsNobodyElse() throws {
            let cameras = TestCameras()
            let session = AVCaptureSession()
            weak var output: AVCaptureMetadataOutput?
            do {
                let made = AVCaptureMetadataOutput()
                session.addOutput(made)
                session.addInput(try AVCaptureDeviceInput(device: .wrapping(cameras.devices[0])))
                output = made
            }
            #expect(session.outputs.first === output && output != nil && session.inputs.count == 1)
            if let held = session.outputs.first { session.removeOutput(held) }
            #expect(output == nil && session.outputs.isEmpty)
        }
    }
}
