// Part of the loops: makes a smaller version of a plane.

/// A sample between two, and its neighbour to the right, for four places.
static inline void pairs(const float *samples, const int32_t *places, f4 &left, f4 &right) {
    f2 pair[4];
    for (int i = 0; i < 4; ++i) std::memcpy(&pair[i], samples + places[i], sizeof pair[i]);
    const f4 a = __builtin_shufflevector(pair[0], pair[1], 0, 1, 2, 3);
    const f4 b = __builtin_shufflevector(pair[2], pair[3], 0, 1, 2, 3);
    left = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    right = __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

static void shrink(
    const CFaceScanPlane &plane, uint8_t *out, int width, int height, CFaceScanScratch &scratch) {
    int32_t *const left = scratch.left.room(static_cast<size_t>(width));
    float *const share = scratch.share.room(static_cast<size_t>(width));
    float *const mixed = scratch.mixed.room(static_cast<size_t>(plane.width) + 1);
    const double stepX = (plane.width - 1) / static_cast<double>(width > 1 ? width - 1 : 1);
    const double stepY = (plane.height - 1) / static_cast<double>(height > 1 ? height - 1 : 1);
    for (int x = 0; x < width; ++x) {
        left[x] = static_cast<int32_t>(x * stepX);
        share[x] = static_cast<float>(x * stepX - left[x]);
    }
    for (int y = 0; y < height; ++y, out += width) {
        const int top = static_cast<int>(y * stepY), bottom = top + 1 < plane.height ? top + 1 : top;
        const float low = static_cast<float>(y * stepY - top), high = 1 - low;
        const uint8_t *const upper = plane.samples + static_cast<size_t>(top) * plane.bytes_per_row;
        const uint8_t *const lower = plane.samples + static_cast<size_t>(bottom) * plane.bytes_per_row;
        for (int x = 0; x < plane.width; ++x) mixed[x] = upper[x] * high + lower[x] * low;
        mixed[plane.width] = mixed[plane.width - 1];
        for (int x = 0; x < width; x += 4) {
            // The last step does some of the one before it again; no plane is narrower than four pixels.
            if (x + 4 > width) x = width - 4;
            f4 l, r, of;
            pairs(mixed, left + x, l, r);
            std::memcpy(&of, share + x, sizeof of);
            const bytes4 rounded = __builtin_convertvector(__builtin_convertvector(l + (r - l) * of + .5f, i4), bytes4);
            std::memcpy(out + x, &rounded, sizeof rounded);
        }
    }
}
