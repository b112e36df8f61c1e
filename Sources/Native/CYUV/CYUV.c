#include "CYUV.h"

#include <libyuv/convert.h>
#include <libyuv/convert_argb.h>
#include <libyuv/planar_functions.h>
#include <libyuv/scale.h>
#include <libyuv/scale_argb.h>
#include <libyuv/scale_uv.h>

bool CYUVUnpack(CYUVLayout layout, const uint8_t *bytes, int row, const CYUVPlanes *p)
{
    const int chroma_width = (p->width + 1) / 2;
    const int chroma_height = p->is_tall ? p->height : (p->height + 1) / 2;
    const uint8_t *chroma = bytes + (size_t)row * (size_t)p->height;
    switch (layout) {
    case CYUVLayoutYUYV:
        return 0
            == (p->is_tall ? YUY2ToI422 : YUY2ToI420)(
                bytes, row, p->y, p->row, p->u, p->chroma_row, p->v, p->chroma_row, p->width, p->height);
    case CYUVLayoutUYVY:
        return 0
            == (p->is_tall ? UYVYToI422 : UYVYToI420)(
                bytes, row, p->y, p->row, p->u, p->chroma_row, p->v, p->chroma_row, p->width, p->height);
    case CYUVLayoutBiplanar420:
    case CYUVLayoutBiplanar422: {
        // Of 4:2:2 every second row of chroma, if half as many are wanted.
        const int step = layout == CYUVLayoutBiplanar422 && !p->is_tall ? 2 : 1;
        CopyPlane(bytes, row, p->y, p->row, p->width, p->height);
        SplitUVPlane(
            chroma, row * step, p->u, p->chroma_row, p->v, p->chroma_row, chroma_width, chroma_height);
        return true;
    }
    case CYUVLayoutPlanar420:
    case CYUVLayoutPlanar422: {
        const int source_row = row / 2;
        const int source_height = layout == CYUVLayoutPlanar422 ? p->height : (p->height + 1) / 2;
        const int step = layout == CYUVLayoutPlanar422 && !p->is_tall ? 2 : 1;
        const uint8_t *second = chroma + (size_t)source_row * (size_t)source_height;
        CopyPlane(bytes, row, p->y, p->row, p->width, p->height);
        CopyPlane(chroma, source_row * step, p->u, p->chroma_row, chroma_width, chroma_height);
        CopyPlane(second, source_row * step, p->v, p->chroma_row, chroma_width, chroma_height);
        return true;
    }
    }
    return false;
}

bool CYUVJPEGSize(const uint8_t *bytes, size_t count, int *width, int *height)
{
    return MJPGSize(bytes, count, width, height) == 0;
}

bool CYUVUnpackJPEG(const uint8_t *bytes, size_t count, const CYUVPlanes *p)
{
    return 0
        == MJPGToI420(
            bytes, count, p->y, p->row, p->u, p->chroma_row, p->v, p->chroma_row, p->width, p->height, p->width,
            p->height);
}

void CYUVMergeChroma(const CYUVPlanes *p, uint8_t *target, int row)
{
    MergeUVPlane(
        p->u, p->chroma_row, p->v, p->chroma_row, target, row, (p->width + 1) / 2,
        p->is_tall ? p->height : (p->height + 1) / 2);
}

bool CYUVToBGRA(const CYUVPlanes *p, CYUVMatrix matrix, bool is_full_range, uint8_t *target, int row)
{
    const struct YuvConstants *constants = &kYuvI601Constants;
    switch (matrix) {
    case CYUVMatrixBT601: constants = is_full_range ? &kYuvJPEGConstants : &kYuvI601Constants; break;
    case CYUVMatrixBT709: constants = is_full_range ? &kYuvF709Constants : &kYuvH709Constants; break;
    case CYUVMatrixBT2020: constants = is_full_range ? &kYuvV2020Constants : &kYuv2020Constants; break;
    }
    return 0
        == (p->is_tall ? I422ToARGBMatrix : I420ToARGBMatrix)(
            p->y, p->row, p->u, p->chroma_row, p->v, p->chroma_row, target, row, constants, p->width, p->height);
}

bool CYUVShrink(
    const uint8_t *source, int row, int width, int height, int bytes_per_pixel, uint8_t *target, int target_row,
    int target_width, int target_height)
{
    switch (bytes_per_pixel) {
    case 1:
        ScalePlane(source, row, width, height, target, target_row, target_width, target_height, kFilterBox);
        return true;
    case 2:
        return 0 == UVScale(source, row, width, height, target, target_row, target_width, target_height, kFilterBox);
    case 4:
        return 0
            == ARGBScale(source, row, width, height, target, target_row, target_width, target_height, kFilterBox);
    default: return false;
    }
}
