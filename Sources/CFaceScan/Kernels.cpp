#include "Kernel.hpp"

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
#define KERNEL_IS_V3 0
#include "Kernel/Vectors.hpp"
// One after the other: each uses those before it.
#include "Kernel/Gradients.hpp"
#include "Kernel/Histograms.hpp"
#include "Kernel/Features.hpp"
#include "Kernel/Windows.hpp"
#include "Kernel/Levels.hpp"
#include "Kernel/Pyramid.hpp"
#undef KERNEL_IS_V3
} // namespace every

const Kernel Kernel::portable = {every::search, every::shrink};

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("arch=x86-64-v3"))), apply_to = function)
namespace v3 {
#define KERNEL_IS_V3 1
#include "Kernel/Vectors.hpp"
// One after the other: each uses those before it.
#include "Kernel/Gradients.hpp"
#include "Kernel/Histograms.hpp"
#include "Kernel/Features.hpp"
#include "Kernel/Windows.hpp"
#include "Kernel/Levels.hpp"
#include "Kernel/Pyramid.hpp"
#undef KERNEL_IS_V3
} // namespace v3
#pragma clang attribute pop

const Kernel &Kernel::best() {
    // AVX without AVX2 is slower than SSE2 here, so it is no step in between.
    static const Kernel quick = {v3::search, v3::shrink};
    return __builtin_cpu_supports("x86-64-v3") ? quick : portable;
}

#else

const Kernel &Kernel::best() { return portable; }

#endif

} // namespace facescan
