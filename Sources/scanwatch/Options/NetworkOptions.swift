import ArgumentParser
import Capture
import MetadataOutput

/// What is to be said of network cameras beside their addresses.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Take passwords of network cameras from this file, which only its owner may read: lines such as machine \
            10.0.0.5 login admin password secret (default: ~/.netrc).
            """, valueName: "file"), completion: .file())
    var netrc: String?

    @Option(
        help: ArgumentHelp(
            """
            Believe the certificates in this file (PEM), and no others: of a camera at https:// that has made its own, \
            this one (default: the system's authorities).
            """, valueName: "file"), completion: .file())
    var cacert: String?
}

extension CameraOptions {
    /// - Throws: `ValidationError` if an address is none, a name is none, or a network camera cannot be set so.
    func checkAddresses() throws {
        let cameras = device.compactMap(NetworkDevice.init)
        for camera in cameras {
            if let name = camera.name, !NetworkDevice.isValid(name: name) {
                throw ValidationError(
                    "The name of a network camera is one line of 1 to \(NetworkDevice.longestName) characters."
                )
            }
            do throws(NetworkAddress.Problem) { _ = try NetworkAddress(camera.address) } catch {
                switch error {
                case .hasPassword:
                    throw ValidationError(
                        """
                        The address of a camera must not have its password, which others could see: write \
                        http://user@host/, and the password into ~/.netrc or a file for --netrc.
                        """)
                case .malformed:
                    // Nobody knows what stands in it.
                    throw ValidationError(
                        """
                        A --device is no address: rtsp://host:port/path and http://host/path are some, and \
                        name=http://host/path is one with a name.
                        """)
                }
            }
        }
        guard !cameras.isEmpty else { return }
        guard size == nil, pixelFormat == nil, control.isEmpty else {
            throw ValidationError(
                """
                --size, --pixel-format and --control cannot be combined with a network camera, which is set by its \
                own page or its address.
                """)
        }
    }

    /// The names that the cameras have in records.
    var sourceNames: [String] { device.map(CameraRequest.sourceName) }
}

extension CameraRequest {
    /// What a camera is called in records: as it was given, a network camera by its name, else by its address without the name of
    /// a user.
    static func sourceName(of device: String) -> String {
        guard let camera = NetworkDevice(device) else { return device }
        return camera.name ?? (try? NetworkAddress(camera.address))?.description ?? device
    }

    /// An input of a network camera; nil if the camera is none.
    func networkInput(_ streams: any NetworkStreamDecoder) -> CaptureNetworkCameraInput? {
        guard let camera = name.flatMap(NetworkDevice.init), let address = try? NetworkAddress(camera.address)
        else {
            return nil
        }
        return CaptureNetworkCameraInput(
            address: address, decoder: streams, settings: network, sourceName: camera.name)
    }
}
