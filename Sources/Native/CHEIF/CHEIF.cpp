#include "CHEIF.h"

#include <cstring>
#include <exception>
#include <memory>
#include <new>

#include <sys/mman.h>

#include "Child.hpp"
#include "Library.hpp"

namespace {

bool decodes_here = false;

// What the child leaves to its parent, or the decoder in this process to its caller.
struct Shared {
    bool is_done;
    CHEIFPicture picture;
    alignas(16) uint8_t samples[];
};

constexpr int most_planes = 4;
// Threads' stacks and what the libraries keep beside samples.
constexpr int64_t constant_bytes = 64 << 20;

// A picture and the memory that its samples stand in.
struct Decoded {
    CHEIFPicture picture;
    Shared *shared;
    size_t size;
};

void fail(CHEIFPicture &picture, CHEIFStatus status, const char *message) {
    picture.status = status;
    snprintf(picture.message, sizeof picture.message, "%s", message);
}

bool has_failed(const heif_error &error, CHEIFPicture &picture) {
    if (error.code == heif_error_Ok) return false;
    const bool is_codec = error.subcode == heif_suberror_Unsupported_codec;
    const bool is_memory = error.code == heif_error_Memory_allocation_error;
    fail(picture, is_codec ? CHEIF_NO_DECODER : is_memory ? CHEIF_OVER_LIMIT : CHEIF_FAILED, error.message);
    return true;
}

// Has memory of this process's own count as its data from now on, as much as is written to.
bool unlock(uint8_t *start, size_t count) {
    if (!decodes_here) return true;
    const uintptr_t page = sysconf(_SC_PAGESIZE), first = reinterpret_cast<uintptr_t>(start) / page * page;
    return mprotect(reinterpret_cast<void *>(first), reinterpret_cast<uintptr_t>(start) + count - first,
                    PROT_READ | PROT_WRITE) == 0;
}

// Copies a plane of the picture's size to `target`, and sets that behind it; nothing of another size.
CHEIFPlane copy(const heif_image *image, heif_channel channel, const CHEIFPicture &picture, uint8_t *&target) {
    int stride = 0;
    const uint8_t *source = heif().image_get_plane_readonly(image, channel, &stride);
    const int bits = heif().image_get_bits_per_pixel_range(image, channel);
    if (!source || bits < 1 || bits > 16 || heif().image_get_width(image, channel) != picture.width ||
        heif().image_get_height(image, channel) != picture.height) {
        return {};
    }
    // Words of 16 bits stand at even addresses.
    if (bits > 8) target += reinterpret_cast<uintptr_t>(target) % 2;
    const CHEIFPlane plane = {target, bits};
    const size_t row = static_cast<size_t>(picture.width) * (bits > 8 ? 2 : 1);
    if (!unlock(target, row * picture.height)) throw std::bad_alloc();
    for (int64_t y = 0; y < picture.height; y++) {
        memcpy(target, source + y * stride, row);
        target += row;
    }
    return plane;
}

// What the library gives is ours to free: a process that decodes here decodes many pictures.
template <typename T, typename Free> std::unique_ptr<T, Free> owned(T *pointer, Free free) { return {pointer, free}; }

void decode(const uint8_t *bytes, size_t count, int64_t most_pixels, Shared &shared) {
    CHEIFPicture &picture = shared.picture;
    heif_context *const context = heif().context_alloc();
    const auto context_owner = owned(context, heif().context_free);
    if (!context) return fail(picture, CHEIF_OVER_LIMIT, "no memory");
    // The greatest side that the codecs have.
    heif().context_set_maximum_image_size_limit(context, 65536);
    // Tiles are decoded one after the other: the caller runs as many pictures at once as it wants.
    heif().context_set_max_decoding_threads(context, 0);
    heif_error error = heif().context_read_from_memory_without_copy(context, bytes, count, nullptr);
    if (has_failed(error, picture)) return;
    heif_image_handle *handle = nullptr;
    error = heif().context_get_primary_image_handle(context, &handle);
    const auto handle_owner = owned(handle, heif().image_handle_release);
    if (has_failed(error, picture)) return;
    picture.width = heif().image_handle_get_width(handle);
    picture.height = heif().image_handle_get_height(handle);
    if (picture.width < 1 || picture.height < 1 || picture.width > most_pixels / picture.height) {
        picture.status = CHEIF_TOO_LARGE;
        return;
    }
    heif_image *image = nullptr;
    error = heif().decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, nullptr);
    const auto image_owner = owned(image, heif().image_release);
    if (has_failed(error, picture)) return;
    const heif_colorspace space = heif().image_get_colorspace(image);
    // Without a profile in file and stream, HEIF means the full range.
    picture.is_full_range = true;
    bool is_rgb = space == heif_colorspace_RGB;
    heif_color_profile_nclx *profile = nullptr;
    error = heif().image_get_nclx_color_profile(image, &profile);
    const auto profile_owner = owned(profile, heif().nclx_color_profile_free);
    if (error.code == heif_error_Ok && profile) {
        picture.is_full_range = profile->full_range_flag;
        // Identity as matrix: what stands in the planes of YCbCr is green, blue, red.
        if (space == heif_colorspace_YCbCr && profile->matrix_coefficients == heif_matrix_coefficients_RGB_GBR) {
            is_rgb = true;
        }
    }
    const bool is_named_so = space == heif_colorspace_RGB;
    uint8_t *target = shared.samples;
    picture.luma = copy(image, is_named_so ? heif_channel_G : heif_channel_Y, picture, target);
    if (is_rgb) {
        picture.blue = copy(image, is_named_so ? heif_channel_B : heif_channel_Cb, picture, target);
        picture.red = copy(image, is_named_so ? heif_channel_R : heif_channel_Cr, picture, target);
    }
    picture.alpha = copy(image, heif_channel_Alpha, picture, target);
    picture.is_premultiplied = heif().image_handle_is_premultiplied_alpha(handle);
    if (!picture.luma.samples) fail(picture, CHEIF_FAILED, "the picture has another size than the file says");
}

// Whether a plane lies in the shared memory as a whole: the child may have come to grief on the way.
bool is_within(const CHEIFPlane &plane, const Decoded &decoded) {
    if (!plane.samples) return true;
    const auto start = reinterpret_cast<uintptr_t>(plane.samples);
    const auto first = reinterpret_cast<uintptr_t>(decoded.shared->samples);
    const auto end = reinterpret_cast<uintptr_t>(decoded.shared) + decoded.size;
    const auto size = static_cast<uintptr_t>(decoded.picture.width * decoded.picture.height) * (plane.bits > 8 ? 2 : 1);
    return plane.bits >= 1 && plane.bits <= 16 && start >= first && start <= end && size <= end - start;
}

bool is_sound(const Decoded &decoded, int64_t most_pixels) {
    const CHEIFPicture &picture = decoded.picture;
    if (picture.status != CHEIF_OK) return true;
    return picture.width > 0 && picture.height > 0 && picture.width <= most_pixels / picture.height &&
           picture.luma.samples && is_within(picture.luma, decoded) && is_within(picture.blue, decoded) &&
           is_within(picture.red, decoded) && is_within(picture.alpha, decoded);
}

} // namespace

const char *CHEIFOpen(void) {
    try {
        return heif().problem[0] ? heif().problem : nullptr;
    } catch (...) {
        return "it cannot be initialised";
    }
}

void CHEIFDecodeHere(void) { decodes_here = true; }

CHEIFPicture *CHEIFDecode(const uint8_t *bytes, size_t count, CHEIFLimits limits) {
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
            decode(bytes, count, limits.most_pixels, shared);
        } catch (const std::bad_alloc &) {
            fail(shared.picture, CHEIF_OVER_LIMIT, "no memory");
        } catch (const std::exception &exception) {
            fail(shared.picture, CHEIF_FAILED, exception.what());
        } catch (...) {
            fail(shared.picture, CHEIF_FAILED, "an exception of unknown type");
        }
        shared.is_done = true;
    };
    if (decodes_here) work();
    const bool has_run = decodes_here ||
        run_in_child(limits.memory_bytes + constant_bytes, limits.processor_seconds, &signal, work);
    CHEIFPicture &picture = decoded->picture;
    picture = shared.picture;
    picture.message[sizeof picture.message - 1] = 0;
    if (!has_run) {
        CHEIFDestroy(&picture);
        return nullptr;
    }
    if (signal == SIGXCPU || signal == SIGKILL) {
        fail(picture, CHEIF_OVER_LIMIT, "it takes more processor time than allowed");
    } else if (signal == SIGALRM) {
        fail(picture, CHEIF_OVER_LIMIT, "it takes longer than allowed");
    } else if (!shared.is_done || !is_sound(*decoded, limits.most_pixels)) {
        fail(picture, CHEIF_FAILED, "libheif gave up");
        if (signal) snprintf(picture.message, sizeof picture.message, "libheif gave up (signal %d)", signal);
    }
    return &picture;
}

void CHEIFDestroy(CHEIFPicture *picture) {
    // The picture is the first member.
    auto *decoded = reinterpret_cast<Decoded *>(picture);
    munmap(decoded->shared, decoded->size);
    delete decoded;
}
