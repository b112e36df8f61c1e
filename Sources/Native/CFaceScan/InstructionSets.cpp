#include "InstructionSet.hpp"

#include <climits>
#include <cstring>
#include <optional>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "Scratch.hpp"

// Vectors cross no boundary but between functions of one file.
#pragma clang diagnostic ignored "-Wpsabi"

namespace facescan {

namespace every {
#define IS_X86_64_V3 0
#include "SIMD/Vectors.hpp"
// One after the other: each uses those before it.
#include "SIMD/Gradients.hpp"
#include "SIMD/Histograms.hpp"
#include "SIMD/Features.hpp"
#include "SIMD/Windows.hpp"
#include "SIMD/Levels.hpp"
#include "SIMD/Pyramid.hpp"
#undef IS_X86_64_V3
} // namespace every

const InstructionSet InstructionSet::portable = {every::search, every::shrink};

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
namespace v3 {
#define IS_X86_64_V3 1
#include "SIMD/Vectors.hpp"
// One after the other: each uses those before it.
#include "SIMD/Gradients.hpp"
#include "SIMD/Histograms.hpp"
#include "SIMD/Features.hpp"
#include "SIMD/Windows.hpp"
#include "SIMD/Levels.hpp"
#include "SIMD/Pyramid.hpp"
#undef IS_X86_64_V3
} // namespace v3
#pragma clang attribute pop

const InstructionSet &InstructionSet::best() {
    // AVX without AVX2 is slower than SSE2 here, so it is no step in between.
    static const InstructionSet quick = {v3::search, v3::shrink};
    return __builtin_cpu_supports("x86-64-v3") ? quick : portable;
}

#else

const InstructionSet &InstructionSet::best() { return portable; }

#endif

} // namespace facescan
