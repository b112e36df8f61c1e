import CVideo4Linux
import Testing

@testable import Capture

@Suite struct ControlIDTests {
    @Test func numbersAreThoseOfTheKernelsHeader() {
        let pairs: [(ControlID, Int32)] = [
            (.brightness, V4L2_CID_BRIGHTNESS),
            (.autoWhiteBalance, V4L2_CID_AUTO_WHITE_BALANCE), (.doWhiteBalance, V4L2_CID_DO_WHITE_BALANCE),
            (.redBalance, V4L2_CID_RED_BALANCE), (.blueBalance, V4L2_CID_BLUE_BALANCE),
            (.gain, V4L2_CID_GAIN),
            (.powerLineFrequency, V4L2_CID_POWER_LINE_FREQUENCY),
            (.whiteBalanceTemperature, V4L2_CID_WHITE_BALANCE_TEMPERATURE),
            (.backlightCompensation, V4L2_CID_BACKLIGHT_COMPENSATION),
            (.exposureAuto, V4L2_CID_EXPOSURE_AUTO), (.exposureAbsolute, V4L2_CID_EXPOSURE_ABSOLUTE),
            (.exposureAutoPriority, V4L2_CID_EXPOSURE_AUTO_PRIORITY),
            (.focusAbsolute, V4L2_CID_FOCUS_ABSOLUTE),
            (.focusAuto, V4L2_CID_FOCUS_AUTO), (.zoomAbsolute, V4L2_CID_ZOOM_ABSOLUTE),
            (.privacy, V4L2_CID_PRIVACY), (.autoExposureBias, V4L2_CID_AUTO_EXPOSURE_BIAS),
            (.wideDynamicRange, V4L2_CID_WIDE_DYNAMIC_RANGE),
            (.imageStabilization, V4L2_CID_IMAGE_STABILIZATION),
            (.isoSensitivity, V4L2_CID_ISO_SENSITIVITY), (.isoSensitivityAuto, V4L2_CID_ISO_SENSITIVITY_AUTO),
            (.threeALock, V4L2_CID_3A_LOCK), (.autoFocusStart, V4L2_CID_AUTO_FOCUS_START),
            (.autoFocusStatus, V4L2_CID_AUTO_FOCUS_STATUS), (.autoFocusRange, V4L2_CID_AUTO_FOCUS_RANGE),
            (.cameraOrientation, V4L2_CID_CAMERA_ORIENTATION),
            (.cameraSensorRotation, V4L2_CID_CAMERA_SENSOR_ROTATION),
            (.flashLEDMode, V4L2_CID_FLASH_LED_MODE),
            (.flashStrobeSource, V4L2_CID_FLASH_STROBE_SOURCE), (.flashStrobe, V4L2_CID_FLASH_STROBE),
            (.flashStrobeStop, V4L2_CID_FLASH_STROBE_STOP), (.flashTimeout, V4L2_CID_FLASH_TIMEOUT),
            (.flashIntensity, V4L2_CID_FLASH_INTENSITY), (.flashFault, V4L2_CID_FLASH_FAULT),
            (.flashTorchIntensity, V4L2_CID_FLASH_TORCH_INTENSITY),
            (.leastBuffersForOutput, V4L2_CID_MIN_BUFFERS_FOR_OUTPUT),
            (.bFrameCount, V4L2_CID_MPEG_VIDEO_B_FRAMES),
            (.keyFrameDistance, V4L2_CID_MPEG_VIDEO_GOP_SIZE),
            (.bitRateMode, V4L2_CID_MPEG_VIDEO_BITRATE_MODE),
            (.bitRate, V4L2_CID_MPEG_VIDEO_BITRATE),
            (.rateControlEnabled, V4L2_CID_MPEG_VIDEO_FRAME_RC_ENABLE),
            (.headerMode, V4L2_CID_MPEG_VIDEO_HEADER_MODE),
            (.sliceMode, V4L2_CID_MPEG_VIDEO_MULTI_SLICE_MODE),
            (.repeatsHeaders, V4L2_CID_MPEG_VIDEO_REPEAT_SEQ_HEADER),
            (.forceKeyFrame, V4L2_CID_MPEG_VIDEO_FORCE_KEY_FRAME),
            (.h264KeyFrameDistance, V4L2_CID_MPEG_VIDEO_H264_I_PERIOD),
            (.h264Level, V4L2_CID_MPEG_VIDEO_H264_LEVEL),
            (.h264Profile, V4L2_CID_MPEG_VIDEO_H264_PROFILE),
            (.prependsHeaders, V4L2_CID_MPEG_VIDEO_PREPEND_SPSPPS_TO_IDR),
        ]
        // Not in the header of Linux 6.1: V4L2_CID_USER_BASE + 0x11e0, and so on.
        #expect(ControlID.regionOfInterestRect.rawValue == 0x0098_1ae1)
        #expect(ControlID.regionOfInterestAuto.rawValue == 0x0098_1ae2)
        for (id, number) in pairs { #expect(id.rawValue == UInt32(number)) }
    }
}
