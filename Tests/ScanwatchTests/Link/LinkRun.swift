import Foundation
import Glibc
import PreviewLink
import Testing

/// The tool with a link.
struct LinkRun {
    let process = Process()
    let path: String
    /// Where zones are kept, so that none of the user's are met.
    private let state: String

    init(_ folder: ScratchFolder) {
        path = folder.url.appending(path: "link").path
        state = folder.url.appending(path: "state").path
    }

    func start(
        _ arguments: [String], _ environment: [String: String] = [:], output: Pipe? = nil
    ) throws {
        process.executableURL = URL(filePath: Tool.path)
        process.arguments = arguments + ["--link", path]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_STATE_HOME": state]) { $1 }.merging(environment) { $1 }
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func connect() throws -> LinkReader {
        let address = try #require(sockaddr_un(path: path))
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            if address.with({ Glibc.connect(descriptor, $0, $1) }) == 0 {
                return LinkReader(descriptor: descriptor)
            }
            close(descriptor)
            try #require(.now < end)
            usleep(20_000)
        }
    }
}

extension LinkReader {
    /// The record of the next event or status that is looked for.
    func record(
        _ kind: ServerHeader.Kind, where isIt: ([String: Any]) -> Bool
    ) throws -> [String: Any] {
        while let message = try next(kind)?.message {
            let json = try JSONSerialization.jsonObject(with: Data(message.header)) as? [String: Any]
            if let record = json?["record"] as? [String: Any], isIt(record) { return record }
        }
        throw LinkError("there is no such \(kind)")
    }

    /// The one camera, which the greeting need not know yet.
    func camera() throws -> LinkCamera {
        while let header = try next()?.header {
            if let camera = header.cameras?.first { return camera }
        }
        throw LinkError("there is no camera")
    }

    /// Draws zones of the one camera.
    ///
    /// - Returns: The answer.
    func draw(_ zones: [LinkZone]?, version: String) throws -> ServerHeader? {
        say(.control(LinkControl(id: 1, camera: 0, role: .control, action: .zones(zones, version: version))))
        return try next(.answer)?.header
    }
}

extension LinkZone {
    /// All but the right edge.
    static let left = LinkZone(
        name: "left",
        corners: [.init(x: 0, y: 0), .init(x: 0.99, y: 0), .init(x: 0.99, y: 1), .init(x: 0, y: 1)])
}
