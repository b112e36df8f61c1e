// The kernel's camera interface for Swift. No library is linked, and nothing here owns anything: files and mappings
// belong to VideoNode and BufferRing in Capture.
//
// The request numbers stand here because Swift does not import macros that call others (_IOWR and its like).
#ifndef CVIDEO4LINUX_SHIM_H
#define CVIDEO4LINUX_SHIM_H

#include <linux/videodev2.h>

static const unsigned long CVideo4LinuxQueryCapability = VIDIOC_QUERYCAP;
static const unsigned long CVideo4LinuxEnumerateFormats = VIDIOC_ENUM_FMT;
static const unsigned long CVideo4LinuxEnumerateFrameSizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long CVideo4LinuxEnumerateFrameIntervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long CVideo4LinuxGetFormat = VIDIOC_G_FMT;
static const unsigned long CVideo4LinuxSetFormat = VIDIOC_S_FMT;
static const unsigned long CVideo4LinuxGetParameters = VIDIOC_G_PARM;
static const unsigned long CVideo4LinuxSetParameters = VIDIOC_S_PARM;
static const unsigned long CVideo4LinuxRequestBuffers = VIDIOC_REQBUFS;
static const unsigned long CVideo4LinuxQueryBuffer = VIDIOC_QUERYBUF;
static const unsigned long CVideo4LinuxQueueBuffer = VIDIOC_QBUF;
static const unsigned long CVideo4LinuxDequeueBuffer = VIDIOC_DQBUF;
static const unsigned long CVideo4LinuxStreamOn = VIDIOC_STREAMON;
static const unsigned long CVideo4LinuxStreamOff = VIDIOC_STREAMOFF;
static const unsigned long CVideo4LinuxQueryControl = VIDIOC_QUERY_EXT_CTRL;
static const unsigned long CVideo4LinuxQueryMenu = VIDIOC_QUERYMENU;
static const unsigned long CVideo4LinuxGetControl = VIDIOC_G_CTRL;
static const unsigned long CVideo4LinuxSetControl = VIDIOC_S_CTRL;
static const unsigned long CVideo4LinuxGetControls = VIDIOC_G_EXT_CTRLS;
static const unsigned long CVideo4LinuxSetControls = VIDIOC_S_EXT_CTRLS;
static const unsigned long CVideo4LinuxSetPriority = VIDIOC_S_PRIORITY;
static const unsigned long CVideo4LinuxSubscribeEvent = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long CVideo4LinuxDequeueEvent = VIDIOC_DQEVENT;

// One rectangle of a control as an argument of the two requests for lists of controls. The kernel's structure for an entry
// is packed, which Swift does not know.
struct CVideo4LinuxRectangle {
    struct v4l2_ext_controls list;
    struct v4l2_ext_control control;
    struct v4l2_rect value;
};

// Has the argument's parts point at each other; it must stay where it is until the request is done.
static inline void CVideo4LinuxPrepare(struct CVideo4LinuxRectangle *argument, __u32 which, __u32 id) {
    argument->list.which = which;
    argument->list.count = 1;
    argument->list.controls = &argument->control;
    argument->control.id = id;
    argument->control.size = sizeof argument->value;
    argument->control.ptr = &argument->value;
}

#endif
