import Capture
import Synchronization

extension AVCaptureInput {
    /// One kind of media of an input.
    public final class Port: AVObject, @unchecked Sendable {
        /// Not the object that programs see, which holds its ports: it is made again where nobody holds it any more.
        private let source: any CaptureInput
        private let told = Mutex<CMFormatDescription?>(nil)
        let core: CaptureInputPort?

        /// What kind of media it gives.
        public let mediaType: AVMediaType

        init(of input: AVCaptureInput, _ mediaType: AVMediaType) {
            source = input.core
            core = input.core.ports.first
            self.mediaType = mediaType
        }

        /// The input; where nobody held it any more, another object of the same.
        public var input: AVCaptureInput { .wrapping(source) }

        /// What it delivers; nil as long as the camera does not run. Of an input that is no camera: the size of its pictures, if its
        /// stream says it (`CaptureStream.pictureSize`), else after one has come to a preview layer or a data output. Observable.
        public var formatDescription: CMFormatDescription? {
            if let device { return device.core.isStreaming ? device.activeFormat.formatDescription : nil }
            return source.arrivingSize.map { size in
                CMFormatDescription(
                    subType: kCVPixelFormatType_OneComponent8, width: Int(size.width),
                    height: Int(size.height))
            }
        }

        /// The clock that its times are on.
        public var clock: CMClock? { .hostTimeClock }

        /// The type of its camera.
        public var sourceDeviceType: AVCaptureDevice.DeviceType? { device?.deviceType }

        /// Where its camera looks.
        public var sourceDevicePosition: AVCaptureDevice.Position { device?.position ?? .unspecified }

        private var device: AVCaptureDevice? {
            source.camera.map(AVCaptureDevice.wrapping)
        }

        /// Its format changed: ``AVCaptureInput/Port/formatDescription`` says how. It is nil again after a stop.
        public static let formatDescriptionDidChangeNotification =
            Notification.Name("AVCaptureInputPortFormatDescriptionDidChangeNotification")

        func formatMayHaveChanged() {
            let isNew = told.withLock { told in
                // Looked up under the lock, so that no older format takes a newer one's place.
                let format = formatDescription
                guard told != format else { return false }
                told = format
                PostedNotifications.post(Self.formatDescriptionDidChangeNotification, of: self)
                return true
            }
            if isNew { didChange() }
        }
    }
}

extension Notification.Name {
    /// A port's format changed.
    public static let AVCaptureInputPortFormatDescriptionDidChange =
        AVCaptureInput.Port.formatDescriptionDidChangeNotification
}
