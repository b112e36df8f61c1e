// Part of a kernel: makes a smaller version of a plane.

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
        for (int x = 0; x < width; ++x) {
            const float l = mixed[left[x]], r = mixed[left[x] + 1];
            out[x] = static_cast<uint8_t>(static_cast<int32_t>(l + (r - l) * share[x] + .5f));
        }
    }
}
