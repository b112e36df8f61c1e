// Names of older Swift, from which today's were made.

/// A camera's position.
public typealias AVCaptureDevicePosition = AVCaptureDevice.Position
/// How a camera focuses.
public typealias AVCaptureFocusMode = AVCaptureDevice.FocusMode
/// How a camera exposes.
public typealias AVCaptureExposureMode = AVCaptureDevice.ExposureMode
/// How a camera finds what is white.
public typealias AVCaptureWhiteBalanceMode = AVCaptureDevice.WhiteBalanceMode
/// When a torch shines.
public typealias AVCaptureTorchMode = AVCaptureDevice.TorchMode
/// When a flash fires.
public typealias AVCaptureFlashMode = AVCaptureDevice.FlashMode
/// A format of a camera.
public typealias AVCaptureDeviceFormat = AVCaptureDevice.Format
/// What kind of camera it is.
public typealias AVCaptureDeviceType = AVCaptureDevice.DeviceType
/// A search for cameras.
public typealias AVCaptureDeviceDiscoverySession = AVCaptureDevice.DiscoverySession
/// A port of an input.
public typealias AVCaptureInputPort = AVCaptureInput.Port

/// Pictures.
public let AVMediaTypeVideo = AVMediaType.video
/// Sound.
public let AVMediaTypeAudio = AVMediaType.audio
/// The whole picture, shape kept.
public let AVLayerVideoGravityResizeAspect = AVLayerVideoGravity.resizeAspect
/// The whole layer filled, shape kept.
public let AVLayerVideoGravityResizeAspectFill = AVLayerVideoGravity.resizeAspectFill
/// Stretched to the layer's shape.
public let AVLayerVideoGravityResize = AVLayerVideoGravity.resize

/// The largest size at any rate.
public let AVCaptureSessionPresetPhoto = AVCaptureSession.Preset.photo
/// The largest size that reaches 30 frames a second.
public let AVCaptureSessionPresetHigh = AVCaptureSession.Preset.high
/// The size nearest to 640 × 480.
public let AVCaptureSessionPresetMedium = AVCaptureSession.Preset.medium
/// The smallest size of at least 320 × 240.
public let AVCaptureSessionPresetLow = AVCaptureSession.Preset.low
/// 352 × 288.
public let AVCaptureSessionPreset352x288 = AVCaptureSession.Preset.cif352x288
/// 640 × 480.
public let AVCaptureSessionPreset640x480 = AVCaptureSession.Preset.vga640x480
/// 1280 × 720.
public let AVCaptureSessionPreset1280x720 = AVCaptureSession.Preset.hd1280x720
/// 1920 × 1080.
public let AVCaptureSessionPreset1920x1080 = AVCaptureSession.Preset.hd1920x1080
/// Each camera's own format.
public let AVCaptureSessionPresetInputPriority = AVCaptureSession.Preset.inputPriority

/// A face.
public let AVMetadataObjectTypeFace = AVMetadataObject.ObjectType.face
/// UPC-E.
public let AVMetadataObjectTypeUPCECode = AVMetadataObject.ObjectType.upce
/// Code 39.
public let AVMetadataObjectTypeCode39Code = AVMetadataObject.ObjectType.code39
/// Code 39 with a check character.
public let AVMetadataObjectTypeCode39Mod43Code = AVMetadataObject.ObjectType.code39Mod43
/// EAN-13.
public let AVMetadataObjectTypeEAN13Code = AVMetadataObject.ObjectType.ean13
/// EAN-8.
public let AVMetadataObjectTypeEAN8Code = AVMetadataObject.ObjectType.ean8
/// Code 93.
public let AVMetadataObjectTypeCode93Code = AVMetadataObject.ObjectType.code93
/// Code 128.
public let AVMetadataObjectTypeCode128Code = AVMetadataObject.ObjectType.code128
/// PDF417.
public let AVMetadataObjectTypePDF417Code = AVMetadataObject.ObjectType.pdf417
/// QR Code.
public let AVMetadataObjectTypeQRCode = AVMetadataObject.ObjectType.qr
/// Aztec Code.
public let AVMetadataObjectTypeAztecCode = AVMetadataObject.ObjectType.aztec
/// Interleaved 2 of 5.
public let AVMetadataObjectTypeInterleaved2of5Code = AVMetadataObject.ObjectType.interleaved2of5
/// ITF-14.
public let AVMetadataObjectTypeITF14Code = AVMetadataObject.ObjectType.itf14
/// Data Matrix.
public let AVMetadataObjectTypeDataMatrixCode = AVMetadataObject.ObjectType.dataMatrix
