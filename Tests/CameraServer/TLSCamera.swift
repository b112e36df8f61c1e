import Foundation

/// A camera that gives one picture over TLS, on the loopback interface, played by OpenSSL's `s_server`.
public final class TLSCamera: Sendable {
    /// Why there is none.
    public struct Failure: Error {
        let reason: String
    }

    /// The picture's address.
    public let address: String
    /// Path of the file with its certificate, which it has made itself.
    public let certificate: String
    private let server: Process
    private let folder: URL

    /// Begins to listen, at any port that is free.
    ///
    /// - Parameters:
    ///   - picture: What it gives.
    ///   - name: Whom its certificate is for, as in `subjectAltName`; default: who it is.
    public init(_ picture: [UInt8], name: String = "IP:127.0.0.1") throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tls-camera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate.pem").path
        let head = "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: \(picture.count)\r\n\r\n"
        try Data(Array(head.utf8) + picture).write(to: folder.appending(path: "picture"))
        let maker = Self.openssl(
            "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -days 2 -subj /CN=camera"
                + " -addext subjectAltName=\(name) -keyout key.pem -out certificate.pem", in: folder)
        try maker.run()
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw Failure(reason: "no certificate was made") }
        server = Self.openssl(
            "s_server -HTTP -accept 127.0.0.1:0 -cert certificate.pem -key key.pem", in: folder)
        let output = Pipe()
        server.standardOutput = output
        try server.run()
        // Such as "ACCEPT 127.0.0.1:4433".
        var said = ""
        while !said.hasSuffix("\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
                throw Failure(reason: "s_server does not listen: \(said)")
            }
            said += String(decoding: byte, as: UTF8.self)
            if said == "Using default temp DH parameters\n" { said = "" }
        }
        guard let port = said.split(separator: ":").last else { throw Failure(reason: said) }
        address = "https://127.0.0.1:\(port.trimmingCharacters(in: .newlines))/picture"
    }

    /// Ends all connections and listens no more.
    public func stop() {
        // Signals that a test's thread has blocked are blocked there too.
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func openssl(_ arguments: String, in folder: URL) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments.split(separator: " ").map(String.init)
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        return process
    }
}
