#include "Apart.hpp"

#include <cstring>
#include <exception>
#include <new>

#include <sys/mman.h>

#include "Child.hpp"

namespace {

bool decodes_here = false;

// What the child leaves to its parent, or the decoder in this process to its caller.
struct Shared {
    bool is_done;
    CApartPicture picture;
    alignas(16) uint8_t samples[];
};

constexpr int most_planes = 5;
// Threads' stacks and what the libraries keep beside samples.
constexpr int64_t constant_bytes = 64 << 20;

// A picture and the memory that its samples stand in.
struct Decoded {
    CApartPicture picture;
    Shared *shared;
    size_t size;
};

// Has memory of this process's own count as its data from now on, as much as is written to.
bool unlock(uint8_t *start, size_t count) {
    if (!decodes_here) return true;
    const uintptr_t page = sysconf(_SC_PAGESIZE), first = reinterpret_cast<uintptr_t>(start) / page * page;
    return mprotect(reinterpret_cast<void *>(first), reinterpret_cast<uintptr_t>(start) + count - first,
                    PROT_READ | PROT_WRITE) == 0;
}

// Whether a plane lies in the shared memory as a whole: the child may have come to grief on the way.
bool is_within(const CApartPlane &plane, const Decoded &decoded) {
    if (!plane.samples) return true;
    const auto start = reinterpret_cast<uintptr_t>(plane.samples);
    const auto first = reinterpret_cast<uintptr_t>(decoded.shared->samples);
    const auto end = reinterpret_cast<uintptr_t>(decoded.shared) + decoded.size;
    const auto size = static_cast<uintptr_t>(decoded.picture.width * decoded.picture.height) * (plane.bits > 8 ? 2 : 1);
    return plane.bits >= 1 && plane.bits <= 16 && start >= first && start <= end && size <= end - start;
}

bool is_sound(const Decoded &decoded, int64_t most_pixels) {
    const CApartPicture &picture = decoded.picture;
    if (picture.status != CAPART_OK) return true;
    return picture.width > 0 && picture.height > 0 && picture.width <= most_pixels / picture.height &&
           picture.luma.samples && is_within(picture.luma, decoded) && is_within(picture.blue, decoded) &&
           is_within(picture.red, decoded) && is_within(picture.black, decoded) && is_within(picture.alpha, decoded);
}

void fail(CApartPicture &picture, CApartStatus status, const char *message) {
    picture.status = status;
    snprintf(picture.message, sizeof picture.message, "%.*s", static_cast<int>(strcspn(message, "\r\n")), message);
}

} // namespace

void apart::Target::fail(CApartStatus status, const char *message) { ::fail(picture, status, message); }

bool apart::Target::set_size(int64_t width, int64_t height) {
    picture.width = width;
    picture.height = height;
    if (width > 0 && height > 0 && width <= most_pixels_ / height) return true;
    picture.status = CAPART_TOO_LARGE;
    return false;
}

uint8_t *apart::Target::add(CApartPlane &plane, int bits) {
    // Words of 16 bits stand at even addresses.
    if (bits > 8) free_ += reinterpret_cast<uintptr_t>(free_) % 2;
    uint8_t *const samples = free_;
    const size_t size = static_cast<size_t>(picture.width * picture.height) * (bits > 8 ? 2 : 1);
    if (!unlock(samples, size)) throw std::bad_alloc();
    free_ += size;
    plane = {samples, bits};
    return samples;
}

void CApartDecodeHere(void) { decodes_here = true; }

CApartPicture *apart::decode(
    const char *library, CApartLimits limits, void (*body)(void *, apart::Target &), void *context) {
    auto *decoded = new (std::nothrow) Decoded{};
    if (!decoded) return nullptr;
    // Room for every plane in words of 16 bits; what is not written takes no memory.
    decoded->size = sizeof(Shared) + static_cast<size_t>(limits.most_pixels) * 2 * most_planes;
    // What nobody shares may not be written to at first: then the limit of memory counts only what is.
    void *memory = mmap(
        nullptr, decoded->size, decodes_here ? PROT_NONE : PROT_READ | PROT_WRITE,
        (decodes_here ? MAP_PRIVATE : MAP_SHARED) | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED && !unlock(static_cast<uint8_t *>(memory), sizeof(Shared))) {
        munmap(memory, decoded->size);
        memory = MAP_FAILED;
    }
    if (memory == MAP_FAILED) {
        delete decoded;
        return nullptr;
    }
    Shared &shared = *static_cast<Shared *>(memory);
    decoded->shared = &shared;
    int signal = 0;
    const auto work = [&] {
        try {
            Target target(shared.picture, shared.samples, limits.most_pixels);
            body(context, target);
        } catch (const std::bad_alloc &) {
            fail(shared.picture, CAPART_OVER_LIMIT, "no memory");
        } catch (const std::exception &exception) {
            fail(shared.picture, CAPART_FAILED, exception.what());
        } catch (...) {
            fail(shared.picture, CAPART_FAILED, "an exception of unknown type");
        }
        shared.is_done = true;
    };
    if (decodes_here) work();
    const bool has_run = decodes_here ||
        run_in_child(limits.memory_bytes + constant_bytes, limits.processor_seconds, &signal, work);
    CApartPicture &picture = decoded->picture;
    picture = shared.picture;
    picture.message[sizeof picture.message - 1] = 0;
    if (!has_run) {
        CApartDestroy(&picture);
        return nullptr;
    }
    if (signal == SIGXCPU || signal == SIGKILL) {
        fail(picture, CAPART_OVER_LIMIT, "it takes more processor time than allowed");
    } else if (signal == SIGALRM) {
        fail(picture, CAPART_OVER_LIMIT, "it takes longer than allowed");
    } else if (!shared.is_done || !is_sound(*decoded, limits.most_pixels)) {
        picture.status = CAPART_FAILED;
        snprintf(picture.message, sizeof picture.message, "%s gave up", library);
        if (signal) snprintf(picture.message, sizeof picture.message, "%s gave up (signal %d)", library, signal);
    }
    return &picture;
}

void CApartDestroy(CApartPicture *picture) {
    // The picture is the first member.
    auto *decoded = reinterpret_cast<Decoded *>(picture);
    munmap(decoded->shared, decoded->size);
    delete decoded;
}
