// Pages of the executable that only its start needed: the linker spreads what runs then over all of it, and the kernel maps
// fifteen pages beside each that is read. A process that stays for long holds a third of its memory so. Swift's Glibc lacks
// dl_iterate_phdr.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Gives the executable's code and constants and all freed memory back to the kernel. What is needed again comes back from the
/// file, which the kernel keeps as long as anybody uses it; no page that can be or could be written to is touched.
void CStartMemoryGiveBack(void);

#ifdef __cplusplus
}
#endif
