// swift-tools-version: 6.2

import PackageDescription

// Targets stand in the order data flows: vocabulary, decoding, detection, capture, records, tool.

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Of what the modules of the system declare no index is written, which takes a fifth of the time to compile tests.
let testSettings = swiftSettings + [.unsafeFlags(["-index-ignore-system-modules"])]

/// Pixel loops in Swift are 30 to 100 times slower without the optimiser; a debug build keeps assertions and
/// debug information, but these targets are optimised in it too, so that the tests stay quick.
let pixelSettings = swiftSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let cxxSettings: [CXXSetting] = [.unsafeFlags(["-Wall", "-Wextra"])]

/// Where Scripts/make-zxing keeps ZXing-C++ 3, once for all checkouts of a user; `SCANWATCH_ZXING=system` takes the
/// system's library instead. Whether it is there is not asked here, because SwiftPM keeps what a manifest says: a folder
/// that is missing the compiler and the linker pass over, and then find the system's.
let zxing: String? = {
    #if arch(arm64)
        let architecture = "aarch64"
    #else
        let architecture = "x86_64"
    #endif
    let environment = Context.environment
    if environment["SCANWATCH_ZXING"] == "system" { return nil }
    let named = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
    guard let caches = named ?? environment["HOME"].map({ $0 + "/.cache" }) else { return nil }
    return "\(caches)/scanwatch/zxing-3.1.1-25-\(architecture)"
}()

/// The linker that comes with Swift: in less time, and with relocations in a hundredth of the room, which each start
/// reads.
let linker: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]),
    // Static Swift exports 10,000 names, which nobody asks for.
    .unsafeFlags(["-Xlinker", "--no-export-dynamic"], .when(configuration: .release)),
]

/// The C++ library out of its archive, for a tool that calls no other C++: to load it takes half a millisecond of each start.
let cxxArchive: [LinkerSetting] = [
    .unsafeFlags(
        ["-L" + Context.packageDirectory + "/Sources/ScanwatchMain/archives"], .when(configuration: .release))
]

/// Libraries out of their archives: OpenCV's bring LAPACK, OpenGL and others, zbar's X11, D-Bus and systemd, which every start
/// would load. What stands beside the functions that are called needs them too, and goes only where the linker drops what
/// nobody calls, or is in CUncalled. Archives of other processors were not tried.
#if arch(x86_64)
    let archives = BuildSettingCondition.when(configuration: .release)
    let libraries = BuildSettingCondition.when(configuration: .debug)
    let openCV: [LinkerSetting] =
        linker + [
            .unsafeFlags(
                ["-Xlinker", "-l:libopencv_imgproc.a", "-Xlinker", "-l:libopencv_core.a"], archives),
            .linkedLibrary("tbb", archives), .linkedLibrary("z", archives),
            .linkedLibrary("opencv_imgproc", libraries), .linkedLibrary("opencv_core", libraries),
        ]
    let zbar: [LinkerSetting] = [
        .unsafeFlags(["-Xlinker", "-l:libzbar.a"], archives), .linkedLibrary("zbar", libraries),
    ]
    let uncalled = [CSetting.define("ARCHIVES", archives)]
#else
    let openCV = linker + [LinkerSetting.linkedLibrary("opencv_imgproc"), .linkedLibrary("opencv_core")]
    let zbar = [LinkerSetting.linkedLibrary("zbar")]
    let uncalled: [CSetting] = []
#endif

let package = Package(
    name: "scanwatch",
    products: [
        .library(name: "MetadataOutput", targets: ["MetadataOutput"]),
        .library(name: "MetadataRecords", targets: ["MetadataRecords"]),
        .library(name: "Decoders", targets: ["Decoders"]),
        .library(name: "Detectors", targets: ["Detectors"]),
        .library(name: "Capture", targets: ["Capture"]),
        .library(name: "PixelConversion", targets: ["PixelConversion"]),
        .library(name: "AVFoundationCompat", targets: ["AVFoundationCompat"]),
        .library(name: "Synthetic", targets: ["Synthetic"]),
        .library(name: "Workers", targets: ["Workers"]),
        // For the services in Services/.
        .library(name: "PreviewLink", targets: ["PreviewLink"]),
        .library(name: "Sandbox", targets: ["CSandbox"]),
        // For the benchmarks in Benchmarks/.
        .library(name: "OcclusionClips", targets: ["OcclusionClips"]),
        .executable(name: "scanwatch", targets: ["ScanwatchMain"]),
        .executable(name: "scanwatch-worker", targets: ["scanwatch-worker"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        .target(name: "MetadataOutput", swiftSettings: swiftSettings + [.strictMemorySafety()]),

        // Picture bytes to luma: one C target a library, one Swift file a format.
        .target(name: "CJPEG", path: "Sources/Native/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CPNG", path: "Sources/Native/CPNG", linkerSettings: [.linkedLibrary("png16")]),
        .systemLibrary(
            name: "CWebP", path: "Sources/Native/CWebP", pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"])]),
        .target(name: "CTIFF", path: "Sources/Native/CTIFF", linkerSettings: [.linkedLibrary("tiff")]),
        .systemLibrary(
            name: "CGIF", path: "Sources/Native/CGIF", pkgConfig: "libgif7", providers: [.apt(["libgif-dev"])]
        ),
        // Pictures whose libraries are not linked: opened at the first that needs them, and decoding in a process apart.
        .target(name: "CApart", path: "Sources/Native/CApart", cxxSettings: cxxSettings),
        .target(
            name: "CHEIF", dependencies: ["CApart"], path: "Sources/Native/CHEIF", cxxSettings: cxxSettings),
        .target(
            name: "CJXL", dependencies: ["CApart"], path: "Sources/Native/CJXL", cxxSettings: cxxSettings),
        .target(
            name: "COpenJPEG", dependencies: ["CApart"], path: "Sources/Native/COpenJPEG",
            cxxSettings: cxxSettings),
        // Not linked: opened by who reads movies or video by RTSP.
        .target(name: "CFFmpeg", path: "Sources/Native/CFFmpeg", cxxSettings: cxxSettings),
        // Not linked: opened by who has a network camera.
        .target(name: "CCurl", path: "Sources/Native/CCurl", cxxSettings: cxxSettings),
        // Not linked: opened by who encodes movies.
        .target(name: "COpenH264", path: "Sources/Native/COpenH264", cxxSettings: cxxSettings),
        .target(
            name: "CAreaShrink", path: "Sources/Native/CAreaShrink",
            // No fused products: processors with and without them make the same.
            cSettings: [.unsafeFlags(["-O3", "-ffp-contract=off", "-Wall", "-Wextra"])]),
        .target(
            name: "AreaShrink", dependencies: ["MetadataOutput", "CAreaShrink"], swiftSettings: swiftSettings),
        .target(
            name: "Decoders",
            dependencies: [
                "MetadataOutput", "AreaShrink", "CApart", "CJPEG", "CPNG", "CWebP", "CTIFF", "CGIF", "CHEIF",
                "CJXL", "COpenJPEG", "COpenH264", "CFFmpeg", "CCurl",
            ],
            swiftSettings: pixelSettings),

        // Luma to readings: one C target a library, one Swift file an engine.
        .systemLibrary(
            name: "CZBar", path: "Sources/Native/CZBar", providers: [.apt(["libzbar-dev"])]),
        .target(
            name: "CZXing", path: "Sources/Native/CZXing", exclude: ["system"],
            cxxSettings: cxxSettings + [.unsafeFlags(zxing.map { ["-isystem", $0 + "/include"] } ?? [])],
            linkerSettings: [
                // A name of its own: other libraries' -L/usr/lib would find the system's -lZXing first.
                .unsafeFlags(
                    (zxing.map { ["-L" + $0 + "/lib"] } ?? [])
                        + ["-L" + Context.packageDirectory + "/Sources/Native/CZXing/system"]),
                .linkedLibrary("scanwatch-zxing"),
            ]),
        .target(
            name: "COpenCV", dependencies: ["CUncalled"], path: "Sources/Native/COpenCV",
            cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2", "-Wall"])],
            linkerSettings: openCV),
        .target(
            name: "CUncalled", path: "Sources/Native/CUncalled",
            cSettings: uncalled + [.unsafeFlags(["-Wall", "-Wextra", "-fvisibility=hidden"])]),
        .target(
            name: "COpenCVVideo", dependencies: ["COpenCV"], path: "Sources/Native/COpenCVVideo",
            cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2", "-Wall"])],
            // Its one function, in the same way: the library brings dnn, calib3d and others.
            linkerSettings: [
                .unsafeFlags(["-Xlinker", "-l:libopencv_video.a"], .when(configuration: .release)),
                .linkedLibrary("opencv_video", .when(configuration: .debug)),
            ]),
        // Not linked: opened at the first model of faces.
        .target(
            name: "COpenCVNetworks", dependencies: ["COpenCV"], path: "Sources/Native/COpenCVNetworks",
            // Hidden, as the library must find its own functions and not those that call them.
            cxxSettings: [
                .unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2", "-Wall", "-fvisibility=hidden"])
            ]),
        .target(
            name: "CYuNet", dependencies: ["COpenCVNetworks"], path: "Sources/Native/CYuNet",
            cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2", "-Wall"])]),
        .target(
            name: "CFaceMesh", dependencies: ["COpenCVNetworks"], path: "Sources/Native/CFaceMesh",
            cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4", "-O2", "-Wall"])]),
        .target(
            name: "CFaceScan", path: "Sources/Native/CFaceScan",
            // No fused products: processors with and without them find the same.
            cxxSettings: [.unsafeFlags(["-O3", "-ffp-contract=off", "-Wall", "-Wextra"])]),
        .target(
            name: "CDlib", dependencies: ["CFaceScan"], path: "Sources/Native/CDlib",
            cxxSettings: [.unsafeFlags(["-O2", "-Wall"])],
            // Out of the archive: the library brings BLAS and LAPACK.
            linkerSettings: [.unsafeFlags(["-Xlinker", "-l:libdlib.a"])]),
        .target(
            name: "CBlockTensor", path: "Sources/Native/CBlockTensor",
            cSettings: [.unsafeFlags(["-O3", "-Wall", "-Wextra"])]),
        .target(
            name: "CDarkMask", path: "Sources/Native/CDarkMask",
            cSettings: [.unsafeFlags(["-O3", "-Wall", "-Wextra"])]),
        .target(
            name: "CLocalContrast", path: "Sources/Native/CLocalContrast",
            // No fused products: processors with and without them make the same.
            cSettings: [.unsafeFlags(["-O3", "-ffp-contract=off", "-Wall", "-Wextra"])]),
        .target(
            name: "CLocalThreshold", path: "Sources/Native/CLocalThreshold",
            cSettings: [.unsafeFlags(["-O3", "-Wall", "-Wextra"])]),
        .target(
            name: "Detectors",
            dependencies: [
                "MetadataOutput", "AreaShrink", "CZBar", "CZXing", "COpenCV", "COpenCVVideo", "CYuNet",
                "CFaceMesh", "CDlib", "CFaceScan", "CLocalThreshold", "CLocalContrast",
                "CDarkMask", "CBlockTensor", "CUncalled",
            ],
            swiftSettings: pixelSettings, linkerSettings: zbar),

        // Decoders and detectors in processes of their own: the client's side, the worker's side, and the worker, which is the whole
        // tool too, for `--isolation none`: the engines are installed once.
        .target(name: "CWorkers", path: "Sources/Native/CWorkers"),
        // What a start leaves behind.
        .target(
            name: "CStartMemory", path: "Sources/Native/CStartMemory",
            cSettings: [.unsafeFlags(["-Wall", "-Wextra"])]),
        // What the process was called with.
        .target(
            name: "CArguments", path: "Sources/Native/CArguments",
            cSettings: [.unsafeFlags(["-Wall", "-Wextra"])]),
        .target(
            name: "Workers", dependencies: ["MetadataOutput", "CArguments", "CStartMemory", "CWorkers"],
            swiftSettings: pixelSettings),
        .target(
            name: "CSandbox", path: "Sources/Native/CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(
            name: "WorkerRuntime", dependencies: ["MetadataOutput", "Workers", "CSandbox"],
            swiftSettings: swiftSettings),
        .target(name: "CAssertGuard", path: "Sources/Native/CAssertGuard", cxxSettings: cxxSettings),
        .executableTarget(
            name: "scanwatch-worker",
            dependencies: [
                "MetadataOutput", "Decoders", "Detectors", "Workers", "WorkerRuntime", "CAssertGuard",
                "scanwatch",
            ],
            swiftSettings: swiftSettings),

        // Cameras by the kernel's own interface, pictures, and the session that joins inputs to outputs.
        .systemLibrary(name: "CVideo4Linux", path: "Sources/Native/CVideo4Linux"),
        // Room for files that are being written.
        .systemLibrary(name: "CFallocate", path: "Sources/Native/CFallocate"),
        .target(name: "CDesktopPortal", path: "Sources/Native/CDesktopPortal"),
        // Files of photos as bytes: EXIF, JPEG put together anew, DNG. Swift alone.
        .target(name: "MediaFiles", swiftSettings: pixelSettings),
        .target(
            name: "Capture",
            dependencies: ["MetadataOutput", "MediaFiles", "CDesktopPortal", "CFallocate", "CVideo4Linux"],
            swiftSettings: pixelSettings),
        // Colour for those who ask for it; the tool does not.
        .target(name: "CYUV", path: "Sources/Native/CYUV", linkerSettings: [.linkedLibrary("yuv")]),
        .target(
            name: "PixelConversion", dependencies: ["MetadataOutput", "Capture", "CYUV"],
            swiftSettings: pixelSettings),
        .target(
            name: "Synthetic", dependencies: ["MetadataOutput", "Capture"], swiftSettings: pixelSettings),
        // Apple's own names over these, for code that comes from iOS.
        .target(
            name: "AVFoundationCompat",
            dependencies: ["MetadataOutput", "Capture", "PixelConversion", "Decoders", "Detectors"],
            swiftSettings: swiftSettings),
        .target(name: "MetadataRecords", dependencies: ["MetadataOutput"], swiftSettings: swiftSettings),

        // What goes over the link, for both its ends.
        .target(name: "PreviewLink", swiftSettings: swiftSettings + [.strictMemorySafety()]),

        // Whether the machine's clock was set.
        .systemLibrary(name: "CClock", path: "Sources/Native/CClock"),
        // The command line as a library, and the tool, with workers.
        .target(
            name: "scanwatch",
            dependencies: [
                "CClock", "MetadataOutput", "Workers", "Capture", "MetadataRecords", "PreviewLink",
                "Synthetic",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Yams", package: "Yams"),
            ],
            // The pages of `scanwatch help`, links to those under docs.
            resources: [
                .embedInCode("Help/records.md"), .embedInCode("Help/configuration.md"),
                .embedInCode("Help/examples.md"), .embedInCode("Help/evaluation.md"),
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "ScanwatchMain", dependencies: ["scanwatch"], exclude: ["archives"],
            swiftSettings: swiftSettings, linkerSettings: linker + cxxArchive),

        .testTarget(
            name: "MetadataOutputTests", dependencies: ["AVFoundationVectors", "MetadataOutput"],
            exclude: ["Vectors"], swiftSettings: testSettings),
        // Worked examples, for the tests of several modules.
        .target(
            name: "AVFoundationVectors", path: "Tests/MetadataOutputTests/Vectors",
            resources: [.copy("avfoundation.json")], swiftSettings: swiftSettings),
        .testTarget(
            name: "MetadataRecordsTests", dependencies: ["MetadataRecords", "MetadataOutput"],
            swiftSettings: testSettings),
        .testTarget(
            name: "PreviewLinkTests", dependencies: ["PreviewLink"], swiftSettings: testSettings),
        .testTarget(
            name: "DecodersTests", dependencies: ["Decoders", "MetadataOutput"],
            exclude: ["make-movies", "make-pictures", "Movies"],
            resources: [.copy("Pictures")], swiftSettings: testSettings),
        .target(
            name: "CDlibOracle", path: "Tests/CDlibOracle",
            // dlib's templates are 130 times slower at -O0.
            cxxSettings: [.unsafeFlags(["-O3", "-Wall"])],
            linkerSettings: [.linkedLibrary("dlib"), .linkedLibrary("blas"), .linkedLibrary("lapack")]),
        // Faces that something passes in front of, and what can be seen of them: for tests and benchmarks of tracking.
        .target(
            name: "OcclusionClips", dependencies: ["MetadataOutput", "Synthetic"],
            path: "Tests/OcclusionClips", swiftSettings: pixelSettings),
        .testTarget(
            name: "DetectorsTests",
            dependencies: [
                "CDlibOracle", "CDarkMask", "CBlockTensor", "AreaShrink", "Detectors", "Decoders",
                "MetadataOutput",
                "MetadataRecords",
                "OcclusionClips",
                "Capture",
                "Synthetic",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "MediaFilesTests", dependencies: ["MediaFiles", "Decoders", "MetadataOutput"],
            swiftSettings: testSettings),
        .testTarget(
            name: "CaptureTests",
            dependencies: [
                "AVFoundationVectors", "Capture", "CDesktopPortal", "CVideo4Linux", "Decoders", "MediaFiles",
                "MetadataOutput", "Synthetic",
            ],
            exclude: ["Devices/Portal/portal.py"], swiftSettings: testSettings),
        // What iOS developers write, with the compiler's settings as they are from the start, in both languages.
        .target(
            name: "Ports", dependencies: ["AVFoundationCompat"], path: "Tests/AVFoundationCompatTests/Ports"),
        .target(
            name: "PortsInSwift5", dependencies: ["AVFoundationCompat"],
            path: "Tests/AVFoundationCompatTests/PortsInSwift5", swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "PixelConversionTests",
            dependencies: ["Capture", "MetadataOutput", "PixelConversion"],
            swiftSettings: testSettings),
        .testTarget(
            name: "AVFoundationCompatTests",
            dependencies: [
                "AVFoundationCompat", "Capture", "CVideo4Linux", "Decoders", "MetadataOutput", "Ports",
                "PortsInSwift5",
            ],
            exclude: ["Ports", "PortsInSwift5", "declarations.txt"], swiftSettings: testSettings),
        // An application with a camera and the ports, for the camera lab; with the compiler's settings as the ports' are.
        .executableTarget(
            name: "CameraProgram",
            dependencies: [
                "AVFoundationCompat", "Capture", "Decoders", "Detectors", "MetadataOutput", "PixelConversion",
            ],
            path: "Tests/CameraLab/program", exclude: ["Ports/Others"]),
        // Programs to begin with.
        .executableTarget(
            name: "example-camera", dependencies: ["Capture", "Decoders", "Detectors", "MetadataOutput"],
            path: "Examples/camera", swiftSettings: swiftSettings),
        .executableTarget(
            name: "example-detector", dependencies: ["Capture", "Decoders", "MetadataOutput", "Synthetic"],
            path: "Examples/custom-detector", swiftSettings: swiftSettings),
        .executableTarget(
            name: "example-frame-tap", dependencies: ["Capture", "Decoders", "MetadataOutput", "Synthetic"],
            path: "Examples/frame-tap", swiftSettings: swiftSettings),
        .executableTarget(
            name: "example-kiosk",
            dependencies: ["Capture", "Decoders", "Detectors", "MetadataOutput", "Synthetic"],
            path: "Examples/kiosk", swiftSettings: swiftSettings),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["example-camera", "example-detector", "example-frame-tap", "example-kiosk"],
            swiftSettings: testSettings),
        .testTarget(
            name: "SyntheticTests", dependencies: ["Synthetic", "Capture", "MetadataOutput"],
            swiftSettings: testSettings),
        // A network camera made of software, for the tests of several modules.
        .target(
            name: "CameraServer", path: "Tests/CameraServer", exclude: ["Recordings", "make-recordings"],
            swiftSettings: swiftSettings),
        // An enemy in a worker's place, for the tests of Workers.
        .executableTarget(
            name: "HostileWorker", dependencies: ["CSandbox", "MetadataOutput", "Workers", "WorkerRuntime"],
            path: "Tests/HostileWorker", swiftSettings: swiftSettings),
        .testTarget(
            name: "WorkersTests",
            dependencies: [
                "CameraServer", "Workers", "Capture", "Synthetic", "MetadataOutput", "Decoders", "Detectors",
                "HostileWorker", "scanwatch-worker",
            ],
            swiftSettings: testSettings),
        .testTarget(
            name: "ScanwatchTests",
            dependencies: [
                "CameraServer", "scanwatch", "ScanwatchMain", "scanwatch-worker", "Capture", "CVideo4Linux",
                "PreviewLink",
                "Decoders", "Detectors", "MetadataOutput", "MetadataRecords",
            ],
            exclude: ["Bombs", "Completion/Drivers", "Golden", "Looks", "Pictures"],
            swiftSettings: testSettings),
    ],
    cxxLanguageStandard: .cxx17
)
