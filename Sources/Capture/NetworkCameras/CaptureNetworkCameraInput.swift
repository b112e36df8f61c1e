import Foundation
public import MetadataOutput
import Synchronization

/// A network camera as an input of a session: one that sends video by RTSP or Motion JPEG over HTTP, or gives one picture each time
/// it is asked.
///
/// The input makes the connections, and somebody else speaks over them, so that nothing that a camera sends is looked into
/// here; see `StandardNetworkStreamDecoder` and `IsolatedNetworkStreamDecoder`.
public final class CaptureNetworkCameraInput: CaptureInput {
    /// What it was named, else the address without a user's name.
    public let sourceName: String
    /// Where the camera is.
    public let address: NetworkAddress
    private let settings: NetworkCameraSettings
    private let decoder: any NetworkStreamDecoder
    private let connector: NetworkConnector
    private let refusedLogins = Mutex(RefusedLogins())

    /// Makes an input of an address; nothing is asked of it before the session starts.
    ///
    /// - Parameters:
    ///   - address: Where the camera is.
    ///   - decoder: What speaks with it.
    ///   - settings: What else there is to say. Default: the passwords of the user's `~/.netrc`, the system's certificates.
    ///   - sourceName: What metadata call the camera. Default, and nil: its address without a user's name.
    public convenience init(
        address: NetworkAddress, decoder: any NetworkStreamDecoder,
        settings: NetworkCameraSettings = NetworkCameraSettings(), sourceName: String? = nil
    ) {
        self.init(
            address: address, decoder: decoder, settings: settings, sourceName: sourceName,
            connector: NetworkConnector())
    }

    init(
        address: NetworkAddress, decoder: any NetworkStreamDecoder, settings: NetworkCameraSettings,
        sourceName: String? = nil, connector: NetworkConnector
    ) {
        self.address = address
        self.sourceName = sourceName ?? address.description
        self.decoder = decoder
        self.settings = settings
        self.connector = connector
    }

    /// Connects, and waits for the first picture. Presets do not matter: the address says which pictures come.
    ///
    /// - Throws: ``CaptureError`` with what is in the way: nobody answers there, a password is missing, a certificate is not
    ///   believed, what comes are no pictures.
    public func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream {
        try openStream(preset: preset) { false }
    }
}

extension CaptureNetworkCameraInput: InterruptibleInput {
    func openStream(
        preset: CaptureSessionPreset, unless isCancelled: @escaping @Sendable () -> Bool
    ) throws(CaptureError) -> any CaptureStream {
        let source = try settings.source(at: address)
        if let error = refusedLogins.withLock({ $0.error(for: source.credentials, at: .now) }) { throw error }
        let reader: any NetworkStreamReader
        do throws(PayloadError) { reader = try decoder.stream(from: source) } catch {
            throw CaptureError(.unsupported, "\(address): \(error.message)")
        }
        let stream = NetworkCameraStream(
            address, reader: reader, connector: connector, deadline: settings.timeout(for: address),
            limits: source.limits, pace: settings.maximumFrameRate.map(FramePace.init),
            frameInterval: settings.frameInterval(of: address), isCancelled: isCancelled)
        do throws(CaptureError) { try stream.start() } catch {
            if stream.hasRefusedPassword, let credentials = source.credentials {
                refusedLogins.withLock { $0.note(error, of: credentials, at: .now) }
            }
            throw error
        }
        refusedLogins.withLock { $0.forget() }
        return stream
    }
}

/// What is to be said of a network camera beside its address.
public struct NetworkCameraSettings: Sendable, Hashable {
    /// Path of a file in netrc form with the camera's password; nil stands for `~/.netrc`, which need not be there.
    public var netrc: String?
    /// The same, said here; default nil.
    public var credentials: NetworkCredentials?
    /// Path of a file of certificates (PEM) that are believed instead of the system's authorities: of a camera that has made its
    /// own, this one. Default nil.
    public var certificates: String?
    /// How many pictures a second are asked for of a camera that gives one each time; default 5.
    public var snapshotRate = 5.0
    /// How many pictures a second are taken of a camera that sends them by itself; what comes faster is passed over, and is not lost.
    /// Default nil: all.
    public var maximumFrameRate: Double?
    /// How long a camera may send no picture; then it counts as stalled. Nil, the default, stands for 5 s, and for 15 s by RTSP:
    /// most pictures of a video cannot be had without earlier ones, and one that can may come each ten seconds only.
    public var timeout: Duration?
    /// What one of its pictures may cost; default `DecodingLimits.standard`.
    public var limits = DecodingLimits.standard

    /// Makes settings.
    public init() {}

    func timeout(for address: NetworkAddress) -> Duration {
        if let timeout { return timeout }
        return switch address.scheme {
        case .http, .https:
            max(.seconds(5), Self.patience(at: snapshotRate), Self.patience(at: maximumFrameRate))
        case .rtsp: max(.seconds(15), Self.patience(at: maximumFrameRate))
        }
    }

    /// The time from one picture to the next as they are asked for; nil if they are not asked for.
    func frameInterval(of address: NetworkAddress) -> Duration? {
        let rates =
            switch address.scheme {
            case .http, .https: [snapshotRate, maximumFrameRate]
            case .rtsp: [maximumFrameRate]
            }
        return rates.compactMap { $0 }.min().map { .seconds(1 / max($0, 0.001)) }
    }

    /// Twice the time from one picture to the next.
    private static func patience(at rate: Double?) -> Duration {
        rate.map { .seconds(2 / max($0, 0.001)) } ?? .zero
    }

    /// All that a conversation needs.
    ///
    /// - Throws: ``CaptureError`` if a password is in a file that cannot be used.
    func source(at address: NetworkAddress) throws(CaptureError) -> NetworkStreamSource {
        var source = NetworkStreamSource(address)
        if let credentials {
            source.credentials = credentials
        } else {
            source.credentials = try storedCredentials(for: address)
        }
        source.certificates = certificates
        source.snapshotRate = snapshotRate
        source.limits = limits
        return source
    }

    private func storedCredentials(for address: NetworkAddress) throws(CaptureError) -> NetworkCredentials? {
        let file = netrc.map(NetrcFile.init(path:))
        guard let file = file ?? NetrcFile.standard.flatMap({ $0.exists ? $0 : nil }) else {
            guard let user = address.user else { return nil }
            throw missing(user, address, in: "~/.netrc")
        }
        let found: NetworkCredentials?
        do throws(CaptureError) {
            found = try file.credentials(for: address.host, user: address.user)
        } catch {
            // The user's own may be there for others than cameras, and nobody has said that this one asks.
            if netrc == nil, address.user == nil { return nil }
            throw error
        }
        guard found == nil, let user = address.user else { return found }
        throw missing(user, address, in: file.path)
    }

    private func missing(_ user: String, _ address: NetworkAddress, in path: String) -> CaptureError {
        CaptureError(
            .applicationIsNotAuthorizedToUseDevice,
            "\(address): there is no password of \(user) for \(address.host) in \(path)")
    }
}
