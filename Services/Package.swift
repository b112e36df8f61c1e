// swift-tools-version: 6.2

import PackageDescription

// Clients of the link (docs/link.md), a package of its own: building scanwatch builds nothing of it and needs nothing of
// it. An executable a service. Scripts/build makes them for use, Scripts/test tests them.

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "scanwatch-services",
    products: [.executable(name: "scanwatch-web", targets: ["scanwatch-web"])],
    dependencies: [
        .package(name: "scanwatch", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // The page and what serves it.
        .target(
            name: "WebService",
            dependencies: [
                .product(name: "PreviewLink", package: "scanwatch"),
                .product(name: "Sandbox", package: "scanwatch"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ],
            resources: [
                .embedInCode("Page/index.html"), .embedInCode("Page/style.css"),
                .embedInCode("Page/page.js"), .embedInCode("Page/geometry.js"),
                .embedInCode("Page/camera.js"), .embedInCode("Page/overlay.js"),
                .embedInCode("Page/text.js"), .embedInCode("Page/zones.js"),
                .embedInCode("Page/connection.js"),
            ],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "scanwatch-web",
            dependencies: [
                "WebService", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "WebServiceTests",
            dependencies: [
                "WebService", "scanwatch-web", .product(name: "PreviewLink", package: "scanwatch"),
                // For the harness of Scripts/fuzz.
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            exclude: ["Browser", "Proxies"], swiftSettings: swiftSettings),
    ]
)
