// What memory-to-memory devices are asked beyond what cameras are. The kernel has two interfaces for buffers, with one piece
// of memory for a picture and with several; here both are one, because Swift knows neither packed structures nor
// arrays in unions.
#ifndef CVIDEO4LINUX_CODEC_H
#define CVIDEO4LINUX_CODEC_H

#include "shim.h"

static const unsigned long CVideo4LinuxSetSelection = VIDIOC_S_SELECTION;
static const unsigned long CVideo4LinuxEncoderCommand = VIDIOC_ENCODER_CMD;

// Most pieces of memory for a picture of luma and chroma.
enum { CVideo4LinuxMostPlanes = 3 };

// Writes into a format what is asked for; its type says which interface is meant.
static inline void CVideo4LinuxWriteFormat(
    struct v4l2_format *format, __u32 code, __u32 width, __u32 height, __u32 byte_count, __u32 colorspace,
    __u32 encoding, __u32 quantization) {
    if (V4L2_TYPE_IS_MULTIPLANAR(format->type)) {
        struct v4l2_pix_format_mplane *pixels = &format->fmt.pix_mp;
        pixels->pixelformat = code;
        pixels->width = width;
        pixels->height = height;
        pixels->field = V4L2_FIELD_NONE;
        // The driver says how many there are.
        pixels->num_planes = 1;
        pixels->plane_fmt[0].sizeimage = byte_count;
        pixels->colorspace = colorspace;
        pixels->ycbcr_enc = encoding;
        pixels->quantization = quantization;
    } else {
        struct v4l2_pix_format *pixels = &format->fmt.pix;
        pixels->pixelformat = code;
        pixels->width = width;
        pixels->height = height;
        pixels->field = V4L2_FIELD_NONE;
        pixels->sizeimage = byte_count;
        pixels->colorspace = colorspace;
        pixels->ycbcr_enc = encoding;
        pixels->quantization = quantization;
    }
}

// What a driver has made of it.
struct CVideo4LinuxCodecFormat {
    __u32 code, width, height, plane_count;
    __u32 bytes_per_row[CVideo4LinuxMostPlanes];
};

static inline struct CVideo4LinuxCodecFormat CVideo4LinuxReadFormat(const struct v4l2_format *format) {
    struct CVideo4LinuxCodecFormat read = {0};
    if (V4L2_TYPE_IS_MULTIPLANAR(format->type)) {
        const struct v4l2_pix_format_mplane *pixels = &format->fmt.pix_mp;
        read.code = pixels->pixelformat;
        read.width = pixels->width;
        read.height = pixels->height;
        read.plane_count = pixels->num_planes;
        for (unsigned plane = 0; plane < CVideo4LinuxMostPlanes && plane < pixels->num_planes; plane++)
            read.bytes_per_row[plane] = pixels->plane_fmt[plane].bytesperline;
    } else {
        read.code = format->fmt.pix.pixelformat;
        read.width = format->fmt.pix.width;
        read.height = format->fmt.pix.height;
        read.plane_count = 1;
        read.bytes_per_row[0] = format->fmt.pix.bytesperline;
    }
    return read;
}

// A buffer with room for what is said of its pieces of memory.
struct CVideo4LinuxBuffer {
    struct v4l2_buffer buffer;
    struct v4l2_plane planes[VIDEO_MAX_PLANES];
};

// Has a buffer's parts point at each other, if there are any; it must stay where it is until the request is done.
static inline void CVideo4LinuxPrepareBuffer(struct CVideo4LinuxBuffer *buffer) {
    if (!V4L2_TYPE_IS_MULTIPLANAR(buffer->buffer.type)) return;
    buffer->buffer.m.planes = buffer->planes;
    buffer->buffer.length = VIDEO_MAX_PLANES;
}

// One piece of a buffer's memory.
struct CVideo4LinuxPlane {
    __u32 length, offset, start, used;
};

static inline unsigned CVideo4LinuxPlaneCount(const struct CVideo4LinuxBuffer *buffer) {
    return V4L2_TYPE_IS_MULTIPLANAR(buffer->buffer.type) ? buffer->buffer.length : 1;
}

static inline struct CVideo4LinuxPlane CVideo4LinuxPlaneOf(const struct CVideo4LinuxBuffer *buffer, unsigned plane) {
    struct CVideo4LinuxPlane read;
    if (V4L2_TYPE_IS_MULTIPLANAR(buffer->buffer.type)) {
        const struct v4l2_plane *found = &buffer->planes[plane < VIDEO_MAX_PLANES ? plane : 0];
        read.length = found->length;
        read.offset = found->m.mem_offset;
        read.start = found->data_offset;
        read.used = found->bytesused;
    } else {
        read.length = buffer->buffer.length;
        read.offset = buffer->buffer.m.offset;
        read.start = 0;
        read.used = buffer->buffer.bytesused;
    }
    return read;
}

// Says how much of a piece of memory is a picture's.
static inline void CVideo4LinuxFillPlane(struct CVideo4LinuxBuffer *buffer, unsigned plane, __u32 used) {
    if (V4L2_TYPE_IS_MULTIPLANAR(buffer->buffer.type)) {
        if (plane < VIDEO_MAX_PLANES) buffer->planes[plane].bytesused = used;
    } else {
        buffer->buffer.bytesused = used;
    }
}

#endif
