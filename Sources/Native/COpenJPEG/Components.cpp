#include "Components.hpp"

#include <algorithm>
#include <vector>

namespace {

// How many bits a sample has at most, by the standard.
constexpr uint32_t most_bits = 38;

// Samples of a component as 0 … 255, wherever they lie on the grid that components share.
class Component {
  public:
    explicit Component(const opj_image_comp_t &component) : component_(component), table_(size_t{1} << bits(component)) {
        for (size_t value = 0; value < table_.size(); value++) {
            const size_t largest = table_.size() - 1;
            table_[value] = static_cast<uint8_t>((value * 255 + largest / 2) / largest);
        }
    }

    static bool is_sound(const opj_image_comp_t &component) {
        return component.data && component.w > 0 && component.h > 0 && component.dx > 0 && component.dy > 0 &&
               component.prec >= 1 && component.prec <= most_bits;
    }

    // Writes the sample that each pixel of `grid` lies on. `is_ink`: as what ink leaves of the light.
    void copy(const opj_image_comp_t &grid, bool is_ink, uint8_t *target) const {
        std::vector<uint32_t> columns(grid.w);
        for (uint32_t x = 0; x < grid.w; x++) {
            columns[x] = place(x, grid.x0, grid.dx, component_.x0, component_.dx, component_.w);
        }
        const int64_t offset = component_.sgnd ? int64_t{1} << (component_.prec - 1) : 0;
        const int64_t largest = (int64_t{1} << component_.prec) - 1;
        const int further = static_cast<int>(component_.prec) - bits(component_);
        for (uint32_t y = 0; y < grid.h; y++) {
            const size_t row = place(y, grid.y0, grid.dy, component_.y0, component_.dy, component_.h);
            const OPJ_INT32 *source = component_.data + row * component_.w;
            for (const uint32_t column : columns) {
                const uint8_t value = table_[std::clamp<int64_t>(source[column] + offset, 0, largest) >> further];
                *target++ = is_ink ? 255 - value : value;
            }
        }
    }

  private:
    const opj_image_comp_t &component_;
    std::vector<uint8_t> table_;

    // Of deep samples as many bits as a table has room for.
    static int bits(const opj_image_comp_t &component) { return std::min<int>(component.prec, 16); }

    // Where on a side of `count` samples, `step` apart from the `start`-th on, the `i`-th pixel of the grid lies.
    static uint32_t place(uint64_t i, uint64_t grid, uint64_t grid_step, uint64_t start, uint64_t step, uint64_t count) {
        const uint64_t at = (grid + i) * grid_step / step;
        return static_cast<uint32_t>(std::min(at > start ? at - start : 0, count - 1));
    }
};

// The first components that are no alpha, and the first that is.
struct Parts {
    const opj_image_comp_t *colours[4] = {};
    int count = 0;
    const opj_image_comp_t *alpha = nullptr;

    explicit Parts(const opj_image_t &image) {
        for (uint32_t index = 0; index < image.numcomps; index++) {
            const opj_image_comp_t &component = image.comps[index];
            if (component.alpha) {
                if (!alpha) alpha = &component;
            } else if (count < 4) {
                colours[count++] = &component;
            }
        }
    }

    bool are_sound() const {
        for (int index = 0; index < count; index++) {
            if (!Component::is_sound(*colours[index])) return false;
        }
        return count > 0 && (!alpha || Component::is_sound(*alpha));
    }

    // Whether the first of three is luma: the file says so, or the others are smaller, which is done to chroma alone.
    bool begin_with_luma(const opj_image_t &image) const {
        // Lab's range is kept where a profile would be, and has no length.
        const bool is_lab = image.icc_profile_buf && image.icc_profile_len == 0;
        return count < 3 || is_lab || image.color_space == OPJ_CLRSPC_GRAY || image.color_space == OPJ_CLRSPC_SYCC ||
               image.color_space == OPJ_CLRSPC_EYCC ||
               (colours[1]->dx > colours[0]->dx && colours[2]->dx > colours[0]->dx);
    }
};

} // namespace

void copy_components(const opj_image_t &image, apart::Target &target) {
    CApartPicture &picture = target.picture;
    const Parts parts(image);
    if (!parts.are_sound()) return target.fail(CAPART_FAILED, "there are no samples");
    const opj_image_comp_t &grid = image.comps[0];
    if (grid.w != picture.width || grid.h != picture.height) {
        return target.fail(CAPART_FAILED, "the picture has another size than the file says");
    }
    const auto copy = [&](const opj_image_comp_t &component, CApartPlane &plane, bool is_ink = false) {
        Component(component).copy(grid, is_ink, target.add(plane, 8));
    };
    const bool is_ink = image.color_space == OPJ_CLRSPC_CMYK && parts.count == 4;
    if (parts.begin_with_luma(image)) {
        copy(*parts.colours[0], picture.luma);
    } else {
        copy(*parts.colours[0], picture.red, is_ink);
        copy(*parts.colours[1], picture.luma, is_ink);
        copy(*parts.colours[2], picture.blue, is_ink);
        if (is_ink) copy(*parts.colours[3], picture.black, true);
    }
    if (parts.alpha) {
        copy(*parts.alpha, picture.alpha);
        picture.is_premultiplied = parts.alpha->alpha == 2;
    }
    picture.is_full_range = true;
}
