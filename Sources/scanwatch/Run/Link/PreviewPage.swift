import Dispatch
import Foundation
import Glibc
import PreviewLink
import Synchronization
import Workers

/// The page of `--preview-http`: scanwatch-web as a child, started again when it ends.
final class PreviewPage: Sendable {
    /// Statuses of a child that would end in the same way again: wrong usage, no sandbox.
    private static let hopeless: Set<Int32> = [64, 71]
    /// How long the first child may take to answer before cameras are opened without it.
    private static let firstPatience = DispatchTimeInterval.seconds(10)
    /// How long the child may take to tell what it heard last, once the link has ended, and a killed one to be gone.
    private static let lastPatience = DispatchTimeInterval.seconds(1)
    /// From an end to the next start, and the most after several that came to nothing.
    private static let pause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(30)
    /// A child that lived so long was well.
    private static let goodLife = Duration.seconds(10)

    /// The page cannot be shown, and why has been said.
    struct Failure: Error {
        let status: ExitStatus
    }

    /// Which contents a file has, as far as can be told without reading them.
    private struct FileVersion: Equatable {
        let number: ino_t
        let size: off_t
        let changed: [Int]

        /// Of the file at a path; nil if there is none to be seen.
        init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (number, size) = (status.st_ino, status.st_size)
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    /// The child, and what it was started with.
    private struct State {
        var current: HelperChild?
        /// Of the file of tokens.
        var tokens: FileVersion?
        var isClosed = false
    }

    /// What is known of the first child.
    private enum Beginning {
        case unknown
        case answered
        case ended(HelperChild.End)
    }

    private let arguments: [String]
    private let server: LinkServer
    /// Of a page at a unix socket, the socket's path.
    private let path: String?
    private let tokenFile: String?
    private let child = Mutex(State())
    /// Signalled when the next child is not to be waited for.
    private let isWanted = DispatchSemaphore(value: 0)
    private let beginning = Mutex(Beginning.unknown)
    private let hasBegun = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Makes a page; ``start()`` opens it.
    ///
    /// - Throws: ``WorkerError`` if scanwatch-web is not there.
    init(_ options: LinkOptions, server: LinkServer) throws(WorkerError) {
        let executable = try HelperChild.executable(named: "scanwatch-web", variable: "SCANWATCH_WEB")
        guard FileManager.default.isExecutableFile(atPath: executable) else {
            throw WorkerError("the program \(executable) does not exist or cannot be run")
        }
        arguments = [executable, "--inherited-link"] + options.pageArguments
        self.server = server
        path = options.previewHttp?.path
        tokenFile = options.previewTokenFile
    }

    /// Starts the child and keeps it running, from when it answers.
    ///
    /// - Throws: ``Failure`` if it ends before that by itself, as for want of tokens or of the address, which it has said.
    func start() throws(Failure) {
        keepRunning()
        _ = hasBegun.wait(timeout: .now() + Self.firstPatience)
        guard case .ended(.exit(let status)) = beginning.withLock({ $0 }) else { return }
        throw Failure(
            status: status == ExitStatus.wronglyConfigured.rawValue ? .wronglyConfigured : .unavailable)
    }

    /// Notes what became of the first child.
    ///
    /// - Returns: Whether that was not known before.
    @discardableResult private func begin(_ what: Beginning) -> Bool {
        let isFirst = beginning.withLock { beginning in
            guard case .unknown = beginning else { return false }
            beginning = what
            return true
        }
        if isFirst { hasBegun.signal() }
        return isFirst
    }

    private func keepRunning() {
        // The child dies with the thread that started it.
        Thread { [self] in
            defer { hasEnded.signal() }
            var pause = Self.pause
            while true {
                let start = ContinuousClock.now
                guard let end = runOnce() else { return }
                let isFirst = begin(.ended(end))
                if case .exit(let status) = end, isFirst || Self.hopeless.contains(status) {
                    if !isFirst { StandardStreams.complain("the page's process has ended for good") }
                    return
                }
                if ContinuousClock.now - start > Self.goodLife { pause = Self.pause }
                if isWanted.wait(timeout: .now()) == .success { continue }
                if end == .exit(ExitStatus.wronglyConfigured.rawValue) {
                    StandardStreams.complain("there is no page until the file of tokens is another")
                    waitForOtherTokens()
                    continue
                }
                StandardStreams.complain("the page's process has ended; it is started again")
                _ = isWanted.wait(timeout: .now() + pause / .seconds(1))
                pause = min(pause * 2, Self.longestPause)
            }
        }.start()
    }

    /// Whether the file of tokens is another than that with which the last child was started.
    private var hasOtherTokens: Bool {
        guard let tokenFile else { return false }
        let version = FileVersion(of: tokenFile)
        return child.withLock { $0.tokens != version }
    }

    /// Somebody may just be writing them.
    private func waitForOtherTokens() {
        while !hasOtherTokens {
            if isWanted.wait(timeout: .now() + Self.longestPause / .seconds(1)) == .success { return }
        }
    }

    /// Starts it again if there are other tokens now: who has one that is gone is not to look on any longer.
    func readTokensAgain() {
        guard hasOtherTokens else { return }
        isWanted.signal()
        child.withLock { $0.current }?.end()
    }

    /// Starts it no more: the link is about to end, and the child with it.
    func expectEnd() { child.withLock { $0.isClosed = true } }

    /// Ends it.
    func close() {
        expectEnd()
        isWanted.signal()
        var isGone = hasEnded.wait(timeout: .now() + Self.lastPatience) == .success
        if !isGone {
            child.withLock { $0.current }?.end()
            isGone = hasEnded.wait(timeout: .now() + Self.lastPatience) == .success
        }
        // The child may not touch files; its socket is left of it.
        if isGone, let path { try? ListeningSocket.removeStale(path) }
    }

    /// Runs the child until it ends; nil if there is nothing more to run.
    private func runOnce() -> HelperChild.End? {
        let version = tokenFile.flatMap(FileVersion.init(of:))
        let isToRun = child.withLock { child in
            child.tokens = version
            return !child.isClosed
        }
        guard isToRun else { return nil }
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &sockets) == 0 else { return .exit(-1) }
        let started: HelperChild
        do {
            defer { Glibc.close(sockets[1]) }
            started = try HelperChild(
                arguments, socket: sockets[1], log: StandardStreams.messageDescriptor)
        } catch {
            Glibc.close(sockets[0])
            StandardStreams.complain(error.message)
            return .exit(-1)
        }
        server.adopt(sockets[0], isOwn: true) { [weak self] in self?.begin(.answered) }
        let isClosed = child.withLock { child in
            child.current = started
            return child.isClosed
        }
        if isClosed { started.end() }
        let end = started.wait()
        return child.withLock { $0.isClosed } ? nil : end
    }
}
