import Synchronization

/// Lends out blocks of memory, so that pictures which come thirty times a second are not allocated each time. A block
/// comes back when nobody holds it any more.
final class MemoryPool: Sendable {
    private struct State {
        var lent = 0
        var free: [Block.Memory] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: Most blocks that are lent at once.
    init(limit: Int) {
        self.limit = limit
    }

    deinit {
        for memory in state.withLock({ $0.free }) { memory.bytes.deallocate() }
    }

    /// A block of so many bytes, whatever is in them; nil if too many are lent.
    func block(byteCount: Int) -> Block? {
        let memory = state.withLock { state -> Block.Memory?? in
            guard state.lent < limit else { return .some(nil) }
            state.lent += 1
            // Pictures of one camera are of one size; those of another format make the others useless.
            while let memory = state.free.popLast() {
                if memory.bytes.count == byteCount { return .some(memory) }
                memory.bytes.deallocate()
            }
            return .none
        }
        guard let memory else { return Block(Block.Memory(byteCount: byteCount), of: self) }
        return memory.map { Block($0, of: self) }
    }

    fileprivate func takeBack(_ memory: Block.Memory) {
        state.withLock { state in
            state.lent -= 1
            state.free.append(memory)
        }
    }

    /// Memory that is given back when it goes.
    final class Block: @unchecked Sendable {
        fileprivate struct Memory: @unchecked Sendable {
            let bytes: UnsafeMutableRawBufferPointer

            init(byteCount: Int) {
                bytes = .allocate(byteCount: byteCount, alignment: 64)
            }
        }

        private let memory: Memory
        private let pool: MemoryPool

        fileprivate init(_ memory: Memory, of pool: MemoryPool) {
            self.memory = memory
            self.pool = pool
        }

        deinit { pool.takeBack(memory) }

        /// Written to by whoever took the block, before anybody else has it; read by everybody else.
        var bytes: UnsafeMutableRawBufferPointer { memory.bytes }
    }
}
