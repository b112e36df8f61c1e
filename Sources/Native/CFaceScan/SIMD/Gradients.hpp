// Part of the loops: the gradients of a row of pixels.

/// From which number on, and up to which, there is something; nothing where the end is not behind the first.
struct Span {
    int first, end;
};

/// Where the gradients of a row, from 1 up to `end`, are not all 0: beside a picture that was turned they are.
static Span filled(const float *magnitudes, int end) {
    int first = 1;
    while (first < end && magnitudes[first] == 0) ++first;
    while (end > first && magnitudes[end - 1] == 0) --end;
    return {first, end};
}

static inline short16 widened(const uint8_t *at) {
    bytes16 bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return __builtin_convertvector(bytes, short16);
}

/// `numerator` / 65536 of each value, rounded down.
static inline short16 part(short16 values, uint32_t numerator) {
    return __builtin_convertvector((__builtin_convertvector((ushort16)values, u16) * numerator) >> 16, short16);
}

/// Writes each pixel's gradient from 1 up to `end`: its length, and four times its direction, 0 … 17, in steps of
/// 20° from the right downwards. `end` is at least 17.
static void gradients(
    const uint8_t *__restrict above, const uint8_t *__restrict row, const uint8_t *__restrict below, int end,
    float *__restrict magnitudes, uint16_t *__restrict bins) {
    for (int x = 1; x < end; x += 16) {
        // The last step does some of the one before it again.
        if (x + 16 > end) x = end - 16;
        const short16 gx = widened(row + x + 1) - widened(row + x - 1);
        const short16 gy = widened(below + x) - widened(above + x);
        const short16 isLeft = gx < 0, isUp = gy < 0;
        const short16 ax = (gx ^ isLeft) - isLeft, ay = (gy ^ isUp) - isUp;
        // Directions from the horizontal, 0 … 4; the tangents are those between dlib's rounded directions.
        const short16 steep = -((ay > part(ax, 11555)) + (ay > part(ax, 37844)) + (ay > ax + part(ax, 12567)) +
                                (ay > 2 * ax + part(ax, 48986)));
        // Right and down q, left and down 9 - q, left and up 9 + q, right and up 18 - q. Straight up counts as left:
        // dlib has a tie there and takes the first.
        const short16 isBackward = isLeft | (isUp & (gx == 0));
        const short16 isMirrored = isBackward ^ isUp;
        const short16 start = (isBackward & 9) | (~isBackward & isUp & (steep != 0) & 18);
        const short16 bin = (start + ((steep ^ isMirrored) - isMirrored)) << 2;
        std::memcpy(bins + x, &bin, sizeof bin);
        const u16 square = __builtin_convertvector((ushort16)(ax * ax), u16) +
                           __builtin_convertvector((ushort16)(ay * ay), u16);
        const f16 length = __builtin_elementwise_sqrt(__builtin_convertvector((i16)square, f16));
        std::memcpy(magnitudes + x, &length, sizeof length);
    }
}
