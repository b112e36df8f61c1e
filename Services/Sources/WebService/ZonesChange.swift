import FoundationEssentials
import NIOCore
import NIOHTTP1
import PreviewLink

/// Zones as they are asked for and answered.
private struct ZonesBody: Codable {
    var zones: [LinkZone]
}

/// A change of a camera's zones as a request has it.
struct ZonesChange {
    /// Why it is none.
    struct Refusal: Error {
        let response: Response
    }

    let control: LinkControl

    /// Reads `PUT` with zones, or `DELETE`; both need the version that they are made to in `If-Match`.
    ///
    /// - Parameter current: The version that there is, as far as is known here.
    static func read(
        _ head: HTTPRequestHead, body: [UInt8], camera: Int, current: String
    ) -> Result<Self, Refusal> {
        let fields = head.headers["If-Match"]
        guard !fields.isEmpty else { return .failure(Refusal(response: Response(.preconditionRequired))) }
        // Without its quotes; whichever there are have none.
        guard let tags = EntityTags(fields),
            let version = tags.isAny ? LinkControl.anyVersion : tags.changed(from: current)
        else {
            return .failure(Refusal(response: Response(.preconditionFailed)))
        }
        var zones: [LinkZone]?
        if head.method == .PUT {
            guard let read = try? JSONDecoder().decode(ZonesBody.self, from: Data(body)) else {
                return .failure(
                    Refusal(response: Response(.badRequest, "JSON with zones, names and corners is needed\n"))
                )
            }
            zones = read.zones
        }
        let control = LinkControl(
            id: 0, camera: camera, role: .control, action: .zones(zones, version: version))
        do throws(LinkError) {
            // As scanwatch reads it.
            _ = try ClientHeader(json: ClientHeader.control(control).message.header)
        } catch {
            return .failure(Refusal(response: Response(.unprocessableEntity, "\(error)\n")))
        }
        return .success(Self(control: control))
    }
}

/// One control whose answer is awaited by a request.
final class ControlRequest: Viewer {
    /// How long scanwatch may take, in seconds; a file may have to be written.
    private static let patience: Int64 = 10

    private var done: ((Response) -> Void)?
    private var timer: Scheduled<Void>?

    /// - Parameter done: Gets the answer.
    init(loop: any EventLoop, done: @escaping (Response) -> Void) {
        self.done = done
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: .seconds(Self.patience)) {
            bound.value.end(Response(.gatewayTimeout, "scanwatch does not answer\n"))
        }
    }

    func take(answer: ServerHeader, _ obstacle: Hub.Obstacle?) {
        guard let problem = answer.error else { return end(Response(.noContent, "")) }
        let status: HTTPResponseStatus =
            switch obstacle {
            case nil where answer.conflict == true: .preconditionFailed
            case nil where answer.invalid == true: .unprocessableEntity
            case nil: .internalServerError
            case .away, .tooMuch: .serviceUnavailable
            case .gone: .badGateway
            case .tooLong: .payloadTooLarge
            }
        end(Response(status, problem + "\n"))
    }

    private func end(_ response: Response) {
        timer?.cancel()
        done.take()?(response)
    }
}

extension Hub {
    /// The version of a camera's zones; empty of one that there is not.
    func zonesVersion(of id: Int) -> String {
        cameras.first { $0.camera.id == id }?.camera.zonesVersion ?? ""
    }

    /// The answer to a request for a camera's zones.
    ///
    /// - Parameter known: What whoever asks has already, if anything.
    func zones(of id: Int, unless known: EntityTags?) -> Response {
        guard let camera = cameras.first(where: { $0.camera.id == id })?.camera else {
            return Response(.notFound)
        }
        let tag = ("ETag", "\"\(camera.zonesVersion)\"")
        if known?.includes(camera.zonesVersion) ?? false {
            var response = Response(.notModified, "")
            response.headers = [tag]
            return response
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(ZonesBody(zones: camera.zones))).map(Array.init) ?? []
        var response = Response(ByteBuffer(bytes: body), type: "application/json")
        response.headers = [tag]
        return response
    }
}
