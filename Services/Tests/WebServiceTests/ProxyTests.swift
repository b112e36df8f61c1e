import Foundation
import Testing

@testable import WebService

/// The page behind proxies, set up as `Examples/proxies` says. Needs Debian's nginx-light, caddy and openssl.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
    private static let nginx = "/usr/sbin/nginx"
    private static let caddy = "/usr/bin/caddy"
    private static let openssl = "/usr/bin/openssl"

    private static func areThere(_ paths: String...) -> Bool {
        paths.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    @Test(
        .enabled(if: areThere(nginx, openssl), "Debian's nginx-light and openssl are not installed"),
        arguments: [false, true])
    func behindNginx(isUnix: Bool) throws {
        try behindProxy(example: "nginx.conf", isUnix: isUnix) { example, folder, port, upstream in
            let (certificate, key) = (
                folder.appending(path: "door.pem").path, folder.appending(path: "door.key").path
            )
            try run([
                Self.openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
                "-days", "2",
                "-keyout", key, "-out", certificate,
            ]).waitUntilExit()
            let site = example.replacing("listen 443 ssl", with: "listen 127.0.0.1:\(port) ssl")
                .replacing("127.0.0.1:8080", with: isUnix ? "unix:\(upstream):" : upstream)
                .replacing("/etc/ssl/certs/door.pem", with: certificate)
                .replacing("/etc/ssl/private/door.key", with: key).replacing(
                    "door.example", with: "localhost")
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map { "\($0)_temp_path \(folder.path)/\($0);" }.joined(separator: "\n")
            let main = """
                daemon off; master_process off; pid \(folder.path)/pid; error_log \(folder.path)/error.log;
                events {}
                http { access_log off;
                \(paths)
                \(site)
                }
                """
            let file = folder.appending(path: "main.conf")
            try Data(main.utf8).write(to: file)
            return [Self.nginx, "-p", folder.path, "-e", "\(folder.path)/error.log", "-c", file.path]
        }
    }

    @Test(.enabled(if: areThere(caddy), "Debian's caddy is not installed"), arguments: [false, true])
    func behindCaddy(isUnix: Bool) throws {
        try behindProxy(example: "Caddyfile", isUnix: isUnix) { example, folder, port, upstream in
            // A certificate of its own, because nobody else gives one for this name.
            let site = example.replacing(
                "door.example {", with: "https://localhost:\(port) {\n\ttls internal"
            )
            .replacing("127.0.0.1:8080", with: isUnix ? "unix/\(upstream)" : upstream)
            let global = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
            let file = folder.appending(path: "Caddyfile")
            try Data((global + site).utf8).write(to: file)
            return [
                "/usr/bin/env", "XDG_DATA_HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)",
                "HOME=\(folder.path)",
                Self.caddy, "run", "--adapter", "caddyfile", "--config", file.path,
            ]
        }
    }

    /// Starts a service and a proxy before it, and asks through that.
    ///
    /// - Parameters:
    ///   - isUnix: Whether the service listens at a unix socket.
    ///   - command: Writes the proxy's configuration, made of the example, into a folder and gives the command; `upstream` is
    ///     the service's address or path.
    private func behindProxy(
        example name: String, isUnix: Bool,
        command: (_ example: String, _ folder: URL, _ port: Int, _ upstream: String) throws -> [String]
    ) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory.appending(path: "proxy-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = "turn-turn-turn-turn"
        let tokens = try Access.tokens(in: "control \(token)\n")
        let path = folder.appending(path: "page").path
        let link = try FakeLink(access: Access(hosts: [], tokens: tokens), path: isUnix ? path : nil)
        link.sendEvent(1)
        let example = try String(
            contentsOf: root.appending(path: "Examples/proxies/\(name)"), encoding: .utf8)
        let port = try freePort()
        let proxy = try run(try command(example, folder, port, isUnix ? path : "127.0.0.1:\(link.port)"))
        defer {
            // Whoever runs the tests may hold SIGTERM back, and what is started inherits that.
            kill(proxy.processIdentifier, SIGKILL)
            proxy.waitUntilExit()
        }
        // Not a pipe, whose other end a process that another test starts might get.
        let output = folder.appending(path: "problems")
        try Data().write(to: output)
        let client = try run(
            [
                "/usr/bin/env", "python3", "-B", tests.appending(path: "Proxies/through").path, "\(port)",
                token,
            ],
            output: try FileHandle(forWritingTo: output))
        client.waitUntilExit()
        let problems = try String(contentsOf: output, encoding: .utf8)
        #expect(client.terminationStatus == 0 && problems.isEmpty, "\(problems)")
    }

    private func run(_ command: [String], output: FileHandle? = nil) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = output ?? FileHandle.nullDevice
        try process.run()
        return process
    }

    /// A port that nobody listens on at this moment.
    private func freePort() throws -> Int {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        inet_pton(AF_INET, "127.0.0.1", &name.sin_addr)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(probe, $0, length)
                return getsockname(probe, $0, &length)
            }
        }
        try #require(port == 0)
        return Int(UInt16(bigEndian: name.sin_port))
    }
}
