import CDesktopPortal
import Glibc
import Synchronization

/// The desktop's camera portal (xdg-desktop-portal), whom a program in a sandbox asks before it uses cameras.
///
/// The portal asks the person at the desktop, once, and remembers the answer. It gives cameras by PipeWire as well; this
/// library takes them at their nodes, so that the sandbox must have these too (Flatpak: `--device=all`).
final class CameraPortal: Sendable {
    /// What the portal said.
    enum Answer: Equatable {
        case granted
        case refused
        /// Nobody answered.
        case none
    }

    /// That of this process.
    static let current = CameraPortal()

    /// Whether this process runs in a sandbox whose desktop wants to be asked: Flatpak's.
    let isNeeded: Bool
    private let ask: @Sendable () -> Answer
    private let last = Mutex<Answer>(.none)

    init(
        isNeeded: Bool = access("/.flatpak-info", F_OK) == 0,
        ask: @escaping @Sendable () -> Answer = { Answer(CDesktopPortalAccessCamera(nil)) }
    ) {
        (self.isNeeded, self.ask) = (isNeeded, ask)
    }

    /// What it said last; the portal tells nobody what it remembers until it is asked.
    var answer: Answer { last.withLock { $0 } }

    /// Asks, and waits for as long as the person thinks about it.
    func requestAccess() -> Answer {
        let answer = ask()
        // Who closes the question without an answer is asked again next time.
        if answer != .none { last.withLock { $0 = answer } }
        return answer
    }

    /// What holds, given what the nodes' permissions say.
    func status(_ byPermissions: AuthorizationStatus) -> AuthorizationStatus {
        guard isNeeded else { return byPermissions }
        return switch answer {
        case .granted: byPermissions
        case .refused: .denied
        case .none: .notDetermined
        }
    }
}

extension CameraPortal.Answer {
    /// - Parameter result: What `CDesktopPortalAccessCamera` returned.
    init(_ result: Int32) {
        self =
            switch result {
            case Int32(CDesktopPortalGranted.rawValue): .granted
            case Int32(CDesktopPortalRefused.rawValue): .refused
            default: .none
            }
    }
}
