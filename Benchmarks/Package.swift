// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that building scanwatch builds nothing of it. `Scripts/bench` runs it.

let package = Package(
    name: "scanwatch-benchmarks",
    dependencies: [
        .package(name: "scanwatch", path: ".."),
        // Its counters of allocations need jemalloc; time is what is asked for here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "Pieces",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "MetadataOutput", package: "scanwatch"),
                .product(name: "MetadataRecords", package: "scanwatch"),
                .product(name: "Decoders", package: "scanwatch"),
                .product(name: "Detectors", package: "scanwatch"),
                .product(name: "Synthetic", package: "scanwatch"),
            ],
            path: "Pieces",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),

        // What `Scripts/bench live` measures.
        .executableTarget(
            name: "live-bench",
            dependencies: [
                .product(name: "MetadataOutput", package: "scanwatch"),
                .product(name: "MetadataRecords", package: "scanwatch"),
                .product(name: "Decoders", package: "scanwatch"),
                .product(name: "Detectors", package: "scanwatch"),
                .product(name: "Capture", package: "scanwatch"),
                .product(name: "Synthetic", package: "scanwatch"),
                .product(name: "Workers", package: "scanwatch"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "live"),

        // What `Scripts/bench tracking` measures.
        .executableTarget(
            name: "clip-bench",
            dependencies: [
                .product(name: "MetadataOutput", package: "scanwatch"),
                .product(name: "MetadataRecords", package: "scanwatch"),
                .product(name: "Decoders", package: "scanwatch"),
                .product(name: "Detectors", package: "scanwatch"),
                .product(name: "OcclusionClips", package: "scanwatch"),
                .product(name: "Synthetic", package: "scanwatch"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "clips"),
    ])
