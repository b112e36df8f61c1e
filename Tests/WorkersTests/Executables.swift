import Foundation

/// The programs beside the test bundle that runs now.
enum Executables {
    static let worker = path(of: "scanwatch-worker")
    static let hostile = path(of: "HostileWorker")

    private static func path(of name: String) -> String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: own).deletingLastPathComponent().appending(path: name).path
    }
}
