/// The exceptions that AVFoundation raises for what a program may not do.
enum ExceptionName: String {
    case invalidArgument = "NSInvalidArgumentException"
    case generic = "NSGenericException"
    case range = "NSRangeException"
}

/// Ends the program as an exception of AVFoundation does, with the same words.
///
/// Only for what the program itself has done wrong. What a device, a disk or another program does never ends here.
func raiseException(_ reason: String, named name: ExceptionName = .invalidArgument) -> Never {
    fatalError("*** Terminating app due to uncaught exception '\(name.rawValue)', reason: '\(reason)'")
}
