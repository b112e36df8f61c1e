#define _GNU_SOURCE
#include "CStartMemory.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// Relocated pages are in segments that can be written to, also where they are protected afterwards: giving those back would
// undo the relocation.
static int give_back(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        const uintptr_t first = (start + page - 1) / page * page, end = (start + segment->p_memsz) / page * page;
        if (first >= end) continue;
        (void)madvise((void *)first, end - first, MADV_DONTNEED);
        // A mapping ends where the advice changes. Core dumps have the first page, and else nothing of these.
        const uintptr_t part = CStartMemoryPart;
        for (uintptr_t at = start / part * part + part; at + part <= end; at += 2 * part)
            (void)madvise((void *)at, part, MADV_DONTDUMP);
    }
    // The executable is the first of all.
    return 1;
}

void CStartMemoryShareHeap(void) { (void)mallopt(M_ARENA_MAX, 1); }

void CStartMemoryGiveBack(void) {
    (void)malloc_trim(0);
    (void)dl_iterate_phdr(give_back, NULL);
}
