/// Is told what a session sees.
///
/// On Apple's systems the method is optional. Here it must be where the protocol is named: a method of a subclass would not be
/// found, and nothing would be told.
public protocol AVCaptureMetadataOutputObjectsDelegate: AnyObject {
    /// Is told what is in view: of each frame once for codes and once for faces, as far as there are any, and once
    /// with an empty array by the first frame in which the last code, or the last face, has gone (AVFoundation promises no such
    /// call). Nothing is told without a frame: neither by a stop, nor by a connection that is disabled, nor by a camera that is lost.
    ///
    /// - Parameters:
    ///   - output: Whose delegate this is.
    ///   - metadataObjects: Either codes or faces, in the order of their ids.
    ///   - connection: The one that the frame came through.
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection)
}
