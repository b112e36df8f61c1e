#include "CDlib.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <vector>

// What Debian's dlib is configured with, before anything reads it: what is used here has no need of BLAS and LAPACK, which
// take longer to load than a small picture to search.
#include <dlib/assert.h>
#include <dlib/test_for_odr_violations.h>
#undef DLIB_USE_BLAS
#undef DLIB_USE_LAPACK

#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/revision.h>

#include "LandmarkFile.h"

namespace {

#define TEXT(value) #value
#define TEXT_OF(value) TEXT(value)
constexpr char version[] =
    TEXT_OF(DLIB_MAJOR_VERSION) "." TEXT_OF(DLIB_MINOR_VERSION) "." TEXT_OF(DLIB_PATCH_VERSION);

/// The directions that hold most of what leaves move: their principal components.
class LeafAxes {
public:
    /// From the sum of all leaves' products with themselves.
    explicit LeafAxes(const dlib::matrix<double> &products) {
        const dlib::eigenvalue_decomposition<dlib::matrix<double>> parts(dlib::make_symmetric(products));
        dlib::matrix<double> vectors = parts.get_pseudo_v();
        dlib::matrix<double, 0, 1> sizes = parts.get_real_eigenvalues();
        dlib::rsort_columns(vectors, sizes);
        axes = dlib::matrix_cast<float>(dlib::colm(vectors, dlib::range(0, LandmarkAxes - 1)));
    }

    void write(float *file) const {
        for (long axis = 0; axis < axes.nc(); ++axis)
            for (long i = 0; i < axes.nr(); ++i) *file++ = axes(i, axis);
    }

    void write(const dlib::matrix<float, 0, 1> &values, LandmarkLeaf &leaf) const {
        float moves[LandmarkAxes] = {}, largest = 0;
        for (long i = 0; i < axes.nr(); ++i)
            for (long axis = 0; axis < axes.nc(); ++axis) moves[axis] += values(i) * axes(i, axis);
        for (const float move : moves) largest = std::max(largest, std::abs(move));
        leaf.step = largest / 127;
        int8_t *step = leaf.steps;
        for (const float move : moves)
            *step++ = static_cast<int8_t>(largest > 0 ? std::lround(127 * (move / largest)) : 0);
    }

private:
    /// A column each.
    dlib::matrix<float, 2 * LandmarkPoints, LandmarkAxes> axes;
};

/// The parts of a dlib::shape_predictor, which shows none of them.
struct Predictor {
    dlib::matrix<float, 0, 1> shape;
    std::vector<std::vector<dlib::impl::regression_tree>> forests;
    std::vector<std::vector<unsigned long>> anchors;
    std::vector<std::vector<dlib::vector<float, 2>>> deltas;

    explicit Predictor(const char *path) {
        // As dlib::deserialize(path) does, which knows whole objects only.
        std::ifstream file(path, std::ios::binary);
        if (!file) throw std::runtime_error("cannot be opened");
        int format = 0;
        dlib::deserialize(format, file);
        if (format != 1) throw std::runtime_error("not a model of landmarks that dlib 19 writes");
        dlib::deserialize(shape, file);
        dlib::deserialize(forests, file);
        dlib::deserialize(anchors, file);
        dlib::deserialize(deltas, file);
    }

    bool isUsual() const {
        bool usual = shape.size() == 2 * LandmarkPoints && forests.size() == LandmarkCascades &&
                     anchors.size() == LandmarkCascades && deltas.size() == LandmarkCascades;
        for (size_t cascade = 0; usual && cascade < LandmarkCascades; ++cascade) {
            usual = forests[cascade].size() == LandmarkTrees && anchors[cascade].size() == LandmarkPixels &&
                    deltas[cascade].size() == LandmarkPixels;
            for (size_t tree = 0; usual && tree < LandmarkTrees; ++tree) {
                const dlib::impl::regression_tree &each = forests[cascade][tree];
                usual = each.splits.size() == LandmarkSplits && each.leaf_values.size() == LandmarkLeaves;
                for (const auto &leaf : each.leaf_values) usual = usual && leaf.size() == 2 * LandmarkPoints;
                for (const auto &split : each.splits)
                    usual = usual && split.idx1 < LandmarkPixels && split.idx2 < LandmarkPixels;
            }
            for (const unsigned long anchor : anchors[cascade]) usual = usual && anchor < LandmarkPoints;
        }
        return usual;
    }

    void write(char *file) const {
        const LandmarkLayout layout = LandmarkFileLayout();
        std::memset(file, 0, layout.leaves);
        LandmarkHeader *const header = reinterpret_cast<LandmarkHeader *>(file);
        std::memcpy(header->magic, LandmarkMagic, sizeof header->magic);
        header->cascades = LandmarkCascades;
        header->trees = LandmarkTrees;
        header->depth = 4;
        header->points = LandmarkPoints;
        header->pixels = LandmarkPixels;
        header->axes = LandmarkAxes;
        std::copy(shape.begin(), shape.end(), header->shape);
        const LeafAxes axes(leafProducts());
        axes.write(reinterpret_cast<float *>(file + layout.axes));
        uint8_t *anchor = reinterpret_cast<uint8_t *>(file + layout.anchors);
        float *delta = reinterpret_cast<float *>(file + layout.deltas);
        LandmarkSplit *split = reinterpret_cast<LandmarkSplit *>(file + layout.splits);
        LandmarkLeaf *leaf = reinterpret_cast<LandmarkLeaf *>(file + layout.leaves);
        for (size_t cascade = 0; cascade < LandmarkCascades; ++cascade) {
            for (const unsigned long each : anchors[cascade]) *anchor++ = static_cast<uint8_t>(each);
            for (const auto &each : deltas[cascade]) {
                *delta++ = each.x();
                *delta++ = each.y();
            }
            for (const auto &tree : forests[cascade]) {
                for (const auto &each : tree.splits)
                    *split++ = LandmarkSplit{
                        static_cast<uint16_t>(each.idx1), static_cast<uint16_t>(each.idx2), each.thresh};
                for (const auto &each : tree.leaf_values) axes.write(each, *leaf++);
            }
        }
        header->check = LandmarkFileCheck(file);
    }

private:
    dlib::matrix<double> leafProducts() const {
        dlib::matrix<double> products = dlib::zeros_matrix<double>(2 * LandmarkPoints, 2 * LandmarkPoints);
        // One tree of four tells as much of how faces move as all.
        for (const auto &forest : forests)
            for (size_t tree = 0; tree < forest.size(); tree += 4)
                for (const auto &leaf : forest[tree].leaf_values) {
                    const dlib::matrix<double, 0, 1> values = dlib::matrix_cast<double>(leaf);
                    products += values * dlib::trans(values);
                }
        return products;
    }
};

void explain(char *reason, int capacity, const char *text) {
    std::snprintf(reason, static_cast<size_t>(capacity), "%s", text);
}

} // namespace

int CDlibFaceFilters(float *weights, size_t count) {
    try {
        const dlib::frontal_face_detector detector = dlib::get_frontal_face_detector();
        size_t written = 0;
        for (unsigned long filter = 0; filter < detector.num_detectors(); ++filter) {
            const auto &each = detector.get_w(filter);
            if (written + static_cast<size_t>(each.size()) > count) return -1;
            for (const double weight : each) weights[written++] = static_cast<float>(weight);
        }
        return written == count ? 0 : -1;
    } catch (const std::exception &) {
        return -1;
    } catch (...) {
        return -1;
    }
}

size_t CDlibLandmarkFileSize(void) { return LandmarkFileLayout().size; }

int CDlibLandmarkFile(const char *path, void *file, char *reason, int reason_capacity) {
    try {
        const Predictor predictor(path);
        if (predictor.isUsual()) {
            predictor.write(static_cast<char *>(file));
            return 0;
        }
        explain(reason, reason_capacity, "not a model of 68 points like Debian's");
    } catch (const std::exception &error) {
        explain(reason, reason_capacity, error.what());
    } catch (...) {
        explain(reason, reason_capacity, "unknown error");
    }
    return -1;
}

const char *CDlibVersion(void) { return version; }
