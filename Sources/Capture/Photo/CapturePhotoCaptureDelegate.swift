public import Foundation

/// Is told what becomes of a photo; AVFoundation's `AVCapturePhotoCaptureDelegate`.
///
/// The calls come one after the other, in the order in which they stand here, on a queue of the output's. The last one
/// comes exactly once, whatever happened, and nothing of that photo after it; the one before it comes exactly
/// ``CaptureResolvedPhotoSettings/expectedPhotoCount`` times. Every call has a default that does nothing.
public protocol CapturePhotoCaptureDelegate: AnyObject, Sendable {
    /// The settings were looked at, and the photo will be taken.
    func photoOutput(
        _ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings)
    /// The photo is being taken: the moment for a sound.
    func photoOutput(
        _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings)
    /// The photo was taken; of a series, all were. Not called if there is none.
    func photoOutput(
        _ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings)
    /// A photo's file is there, or will never be: the error says why, and the photo has no data then.
    func photoOutput(
        _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?)
    /// No more pictures are taken for the movie around the photo; its file will be there. Called if one is wanted.
    func photoOutput(
        _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: CaptureResolvedPhotoSettings)
    /// The movie around the photo is there, or will never be: the error says why. The photo was taken so long after the movie's
    /// beginning as `photoDisplayTime` says. Called if one is wanted.
    func photoOutput(
        _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: Duration, photoDisplayTime: Duration, resolvedSettings: CaptureResolvedPhotoSettings,
        error: CaptureError?)
    /// Nothing more comes of these settings. The error is the first one; nil if all photos are there.
    func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
        error: CaptureError?)
}

extension CapturePhotoCaptureDelegate {
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, willBeginCaptureFor resolvedSettings: CaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, willCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, didCapturePhotoFor resolvedSettings: CaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, didFinishProcessing photo: CapturePhoto, error: CaptureError?
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, didFinishRecordingLivePhotoMovieForEventualFileAt outputFileURL: URL,
        resolvedSettings: CaptureResolvedPhotoSettings
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, didFinishProcessingLivePhotoToMovieFileAt outputFileURL: URL,
        duration: Duration, photoDisplayTime: Duration, resolvedSettings: CaptureResolvedPhotoSettings,
        error: CaptureError?
    ) {}
    /// Does nothing.
    public func photoOutput(
        _ output: CapturePhotoOutput, didFinishCaptureFor resolvedSettings: CaptureResolvedPhotoSettings,
        error: CaptureError?
    ) {}
}
