import Foundation
import Glibc
import Testing

@testable import Detectors

@Suite struct ModelCacheProtectionTests {
    /// A worker that a picture has taken over must not change what the next ones will load.
    @Test func whoMadeAFileCannotChangeItAnyMore() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = ModelCache(folder: folder.path).make(named: "a", family: "a", size: 4096) { memory in
            memory.copyBytes(from: [UInt8](repeating: 7, count: 4096))
        }
        let memory = try #require(made)
        let error = memory.withBytes { bytes in
            mprotect(
                UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, PROT_READ | PROT_WRITE)
                == 0
                ? 0 : errno
        }
        #expect(error == EACCES)
        #expect(memory.withBytes { $0[4095] } == 7)
    }
}
