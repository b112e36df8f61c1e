import Testing

/// Tests with cameras: the module finds one set of them, so that they run one after the other.
@Suite(.serialized) enum CameraTests {}
