// An application that imported AVFoundation had these by it.
@_exported public import Dispatch
@_exported public import Foundation
