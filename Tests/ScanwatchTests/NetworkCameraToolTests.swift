import CameraServer
import Foundation
import Testing

/// The tool with network cameras on the loopback interface.
@Suite(.timeLimit(.minutes(20))) struct NetworkCameraToolTests {
    private let server: CameraServer

    init() throws {
        let folder = try ScratchFolder()
        _ = try Tool.run(
            "scanwatch photo --device synthetic:code=hello --delay 0 --output photo.jpg", in: folder.url)
        let picture = Array(try Data(contentsOf: folder.url.appending(path: "photo.jpg")))
        server = CameraServer { request, connection in
            guard request.fields["authorization"] != nil || request.target == "/open" else {
                connection.answer(
                    "401 Unauthorized", type: "text/html", [], fields: ["WWW-Authenticate: Basic realm=\"a\""]
                )
                return true
            }
            MotionSpelling().send([picture], to: connection)
            return false
        }
    }

    @Test(arguments: ["process", "none"]) func itIsWatched(isolation: String) throws {
        defer { server.stop() }
        let outcome = try Tool.run(
            "scanwatch --isolation \(isolation) --device \(server.address("/open")) --once --events",
            in: Tool.package)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("\"source\":\"\(server.address("/open"))\""))
        #expect(outcome.output.contains("\"event\":\"appeared\""))
    }

    /// Records, zones and messages have the name, and the first record where it is.
    @Test func aNameStandsForAnAddress() throws {
        defer { server.stop() }
        let address = server.address("/open")
        let outcome = try Tool.run(
            """
            scanwatch --device "Front door=\(address)" --zone "all@Front door=0,0,1,0,1,1,0,1" --once --events
            """, in: Tool.package)
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains("\"source\":\"Front door\"") })
        let started = try #require(lines.first { $0.contains("\"status\":\"started\"") })
        #expect(started.contains("\"cameraID\":\"\(address)\""))
        #expect(
            lines.contains { $0.contains("\"event\":\"appeared\"") && $0.contains("\"zones\":[\"all\"]") })
    }

    /// The password stands in a file, and nowhere else.
    @Test func passwordsAreKeptToThemselves() throws {
        defer { server.stop() }
        let folder = try ScratchFolder()
        let address = "http://admin@127.0.0.1:\(server.port)/locked"
        try Data("machine 127.0.0.1 login admin password tops3cret\n".utf8).write(
            to: folder.url.appending(path: "netrc"))
        let command = "scanwatch --device \(address) --once --events --status-interval 1 --netrc netrc"
        let refused = try Tool.run("chmod 644 netrc; " + command, in: folder.url)
        #expect(refused.status == 69)
        #expect(refused.errors.contains("the passwords in netrc are not used: others could read"))
        let outcome = try Tool.run("chmod 600 netrc; " + command, in: folder.url)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let told = outcome.output + outcome.errors + refused.output + refused.errors
        #expect(!told.contains("tops3cret") && !told.contains("admin@"))
        #expect(outcome.output.contains("\"source\":\"\(server.address("/locked"))\""))
        #expect(server.requests.last?.fields["authorization"] == "Basic YWRtaW46dG9wczNjcmV0")
        let missing = try Tool.run(
            "scanwatch --netrc netrc --device http://other@127.0.0.1:\(server.port)/locked", in: folder.url)
        #expect(missing.status == 69)
        #expect(missing.errors.contains("there is no password of other for 127.0.0.1 in netrc"))
    }

    /// A camera that takes the connection and says nothing is not waited for by who wants to end, and has a last record.
    @Test func aSignalEndsTheFirstConnection() throws {
        server.stop()
        let folder = try ScratchFolder()
        let asked = folder.url.appending(path: "asked")
        let silent = CameraServer { _, connection in
            try? Data().write(to: asked)
            connection.waitForEnd()
            return false
        }
        defer { silent.stop() }
        let outcome = try Tool.run(
            """
            "$SCANWATCH" --device \(silent.address()) & tool=$!
            until [ -e asked ]; do sleep 0.02; done
            kill -TERM $tool; wait $tool; echo $?
            """, in: folder.url)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == "143")
        #expect(lines.first?.contains("\"status\":\"stopped\"") == true)
        #expect(lines.first?.contains("\"captured\":0,") == true)
        #expect(outcome.errors == "")
    }

    @Test func nobodyThereEndsTheRun() throws {
        server.stop()
        let outcome = try Tool.run("scanwatch --device \(server.address())", in: Tool.package)
        #expect(outcome.status == 69)
        #expect(
            outcome.errors.contains("\(server.address()) cannot be reached: Connection refused; use --wait"))
    }
}
