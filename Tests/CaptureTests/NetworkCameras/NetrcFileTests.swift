import Foundation
import MetadataOutput
import Testing

@testable import Capture

@Suite struct NetrcFileTests {
    private static let text = """
        # Cameras
        machine 10.0.0.5 login admin password secret
        machine 10.0.0.5
            login guest
            password "two words \\" and a mark"
        macdef init
        machine trap login no password no

        machine door account x login door password p#ss # a comment
        machine nobody login nobody
        default login anyone password all
        """

    @Test(
        arguments: [
            ("10.0.0.5", nil, "admin", "secret"), ("10.0.0.5", "admin", "admin", "secret"),
            ("10.0.0.5", "guest", "guest", "two words \" and a mark"), ("DOOR", nil, "door", "p#ss"),
            ("trap", nil, "anyone", "all"), ("elsewhere", "anyone", "anyone", "all"),
        ] as [(String, String?, String, String)])
    func passwordsAreFound(host: String, user: String?, login: String, password: String) {
        #expect(
            NetrcFile.credentials(in: Self.text, for: host, user: user)
                == NetworkCredentials(user: login, password: password))
    }

    /// A comment stands where no value does.
    @Test func aPasswordMayBeginLikeAComment() {
        for text in [
            "machine a login b password #secret",
            "#x y\nmachine a # password no\nlogin b\n  # c d\npassword #secret #e",
            "machine a login b password\n# password no\n\"#secret\"",
        ] {
            #expect(
                NetrcFile.credentials(in: text, for: "a", user: nil)
                    == NetworkCredentials(user: "b", password: "#secret"), "\(text)")
        }
    }

    @Test func whatIsNotThereIsNotFound() {
        #expect(NetrcFile.credentials(in: Self.text, for: "10.0.0.5", user: "root") == nil)
        #expect(NetrcFile.credentials(in: "machine a login b", for: "a", user: nil) == nil)
        #expect(NetrcFile.credentials(in: "machine a password", for: "a", user: "b") == nil)
        #expect(NetrcFile.credentials(in: "", for: "a", user: nil) == nil)
        // The name of who asks stands in the address.
        #expect(
            NetrcFile.credentials(in: "machine a password c", for: "a", user: "b")
                == NetworkCredentials(user: "b", password: "c"))
    }

    @Test func aFileThatOthersReadIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/netrc"
        try Data(Self.text.utf8).write(to: URL(filePath: path))
        let file = NetrcFile(path: path)
        for (mode, isRefused) in [
            (0o600, false), (0o400, false), (0o640, true), (0o604, true), (0o644, true),
        ] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            do throws(CaptureError) {
                #expect(try file.credentials(for: "10.0.0.5")?.user == "admin")
                #expect(!isRefused)
            } catch {
                #expect(isRefused)
                #expect(error.code == .applicationIsNotAuthorizedToUseDevice)
                #expect(error.message.contains("chmod 600"))
            }
        }
        for other in [folder.path, path + "/none"] {
            #expect(throws: CaptureError.self) { try NetrcFile(path: other).credentials(for: "a") }
        }
    }
}
