// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that who builds scanwatch gets nothing of it. `Scripts/bench pieces` runs it.

let package = Package(
    name: "scanwatch-benchmarks",
    dependencies: [
        .package(name: "scanwatch", path: ".."),
        // Its counters of allocations need jemalloc; time is what is asked for here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
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
            ],
            path: "Pieces",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ])
