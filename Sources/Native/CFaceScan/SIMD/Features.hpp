// Part of the loops: the numbers of a cell (Felzenszwalb's HOG), as dlib has them.

static inline f8 smaller(f8 a, f8 b) { return a < b ? a : b; }

static inline void store(f8 values, int16_t *out) {
    const short8 rounded =
        __builtin_convertvector(__builtin_convertvector(values * featureScale + .5f, i8), short8);
    std::memcpy(out, &rounded, sizeof rounded);
}

/// The features of a cell from its histogram and the energies of its neighbours: three each of the rows above, of
/// its own and below, from the column to the left.
static inline void describe(
    const float *__restrict histogram, const float *__restrict above, const float *__restrict same,
    const float *__restrict below, int16_t *__restrict out) {
    const float column0 = above[0] + same[0], column1 = above[1] + same[1], column2 = above[2] + same[2];
    const float column3 = same[0] + below[0], column4 = same[1] + below[1], column5 = same[2] + below[2];
    // The four blocks of 2 × 2 cells it belongs to.
    const f4 blocks{column0 + column1, column1 + column2, column3 + column4, column4 + column5};
    const f4 ceilings = .2f * __builtin_elementwise_sqrt(blocks + .0001f), factors = .1f / ceilings;
    f8 signed0, signed1, signed2, unsigned0;
    std::memcpy(&signed0, histogram, sizeof signed0);
    std::memcpy(&signed1, histogram + 8, sizeof signed1);
    std::memcpy(&signed2, histogram + 16, sizeof signed2);
    std::memcpy(&unsigned0, histogram + 9, sizeof unsigned0);
    unsigned0 += signed0;
    const f8 unsigned1{histogram[8] + histogram[17], 0, 0, 0, 0, 0, 0, 0};
    f8 sum0{}, sum1{}, sum2{}, both0{}, both1{}, of[4];
    for (int block = 0; block < 4; ++block) {
        const float c = ceilings[block], factor = factors[block];
        const f8 ceiling{c, c, c, c, c, c, c, c};
        const f8 h0 = smaller(signed0, ceiling) * factor, h1 = smaller(signed1, ceiling) * factor,
                 h2 = smaller(signed2, ceiling) * factor;
        sum0 += h0;
        sum1 += h1;
        sum2 += h2;
        of[block] = h0 + h1 + h2;
        both0 += smaller(unsigned0, ceiling) * factor;
        both1 += smaller(unsigned1, ceiling) * factor;
    }
    const f4 texture = sums<f4>(of[0], of[1], of[2], of[3]) * (2 * .2357f);
    store(sum0, out);
    store(sum1, out + 8);
    store(f8{sum2[0], sum2[1], texture[3], texture[1], both0[0], both0[1], both0[2], both0[3]}, out + 16);
    store(f8{both0[4], both0[5], both0[6], both0[7], both1[0], texture[2], texture[0], 0}, out + 24);
}
