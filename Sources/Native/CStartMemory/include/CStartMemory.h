// Pages of the executable that only its start needed: the linker spreads what runs then over all of it, and the kernel maps
// fifteen pages beside each that is read. A process that stays for long holds a third of its memory so. Swift's Glibc lacks
// dl_iterate_phdr and mallopt.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Has all threads allocate from one heap: each of several keeps what only its threads can use again. To be called before there
/// are threads, and not where several allocate much at once.
void CStartMemoryShareHeap(void);

/// What of the executable comes back together, in bytes.
enum { CStartMemoryPart = 16 << 10 };

/// Gives the executable's code and constants and all freed memory back to the kernel. What is needed again comes back from the
/// file, which the kernel keeps as long as anybody uses it; no page that can be or could be written to is touched. Each part is
/// a mapping of its own from then on, beyond which the kernel maps nothing beside a page that is read: it takes the kernel a
/// fifteenth of what that saves to know of them.
void CStartMemoryGiveBack(void);

#ifdef __cplusplus
}
#endif
