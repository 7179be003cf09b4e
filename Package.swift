// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// What release builds know of how often what is executed, or how they count it for scripts/record profile.
let profile =
  Context.environment["BUTTOND_PROFILE"].map { "-ir-profile-generate=\($0)/%m-%p.profraw" }
  ?? "-ir-profile-use=\(Context.packageDirectory)/Config/release.profdata"

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
  // The hot path crosses modules, and the compiler's static checks of exclusive access stay on.
  .unsafeFlags(
    [
      "-cross-module-optimization", "-enforce-exclusivity=unchecked", "-Xfrontend", profile,
      // What the profile finds to run often lies together, in few pages.
      "-Xfrontend", "-function-sections",
    ], .when(configuration: .release)),
]

/// Code in C is fast in debug builds too, which run all tests: digests of plugins took four fifths of a
/// daemon's start.
let optimized: [CSetting] = [.unsafeFlags(["-O2"], .when(configuration: .debug))]

/// A megabyte of the daemon's relocations becomes ten kilobytes, which glibc reads from 2.36 on.
let packedRelocations: [String] = {
  var name = [CChar](repeating: 0, count: 32)  // "glibc 2.36"
  confstr(Int32(_CS_GNU_LIBC_VERSION), &name, name.count)
  let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
  let version = text.split { " .".contains($0) }.compactMap { Int($0) }
  if version.lexicographicallyPrecedes([2, 36]) { return [] }
  return ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]
}()

/// How the daemon is linked, and what measures its parts.
let wholeProgram: [LinkerSetting] = [
  // The names of a program are nobody's business: exported, they keep what is never called.
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker",
      "--no-rosegment", "-Xlinker", "-z", "-Xlinker", "keep-text-section-prefix",
    ] + packedRelocations, .when(configuration: .release))
]

/// The shipped plugins that are written in Swift; scripts/install compiles those in C.
let swiftPlugins = ["Checkout", "Outline", "Press", "Themed"]

let package = Package(
  name: "buttond",
  products: [
    .executable(name: "buttond", targets: ["buttond"]),
    .executable(name: "buttond-worker", targets: ["buttond-worker"]),
    .executable(name: "buttond-runner", targets: ["buttond-runner"]),
    .executable(name: "buttonctl", targets: ["buttonctl"]),
    .executable(name: "buttond-gateway", targets: ["buttond-gateway"]),
    .executable(name: "buttond-fleet", targets: ["buttond-fleet"]),
    .executable(name: "buttond-mqtt", targets: ["buttond-mqtt"]),
    .executable(name: "buttond-raster", targets: ["buttond-raster"]),
    .executable(name: "buttond-surface", targets: ["buttond-surface"]),
    .executable(name: "buttond-bench", targets: ["buttond-bench"]),
    .library(name: "ButtonClient", targets: ["ButtonClient", "ButtonModel"]),
    .library(name: "ButtondKit", targets: ["ButtondKit"]),
  ] + swiftPlugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  ],
  targets: [
    // floor 0
    .target(name: "ButtonModel"),
    .target(name: "JSONRPC", dependencies: ["CSimdjson"]),
    .target(name: "RESP"),
    .target(name: "ButtonImages"),
    .target(name: "CButtonPlugin"),
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .systemLibrary(
      name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    .target(
      name: "CSimdjson",
      cxxSettings: [
        .unsafeFlags(["-std=c++17"]), .unsafeFlags(["-O2"], .when(configuration: .debug)),
      ],
      linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("stdc++")]),
    .target(name: "CSandbox", cSettings: optimized),
    .target(name: "CPlatform", cSettings: optimized),
    .systemLibrary(
      name: "CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // floor 1
    .target(name: "ButtonProtocol", dependencies: ["ButtonModel", "JSONRPC", "CPlatform"]),
    .target(name: "PluginChannel", dependencies: ["ButtonModel"]),
    .target(name: "ButtonStore", dependencies: ["ButtonModel", "CPlatform"]),
    .target(name: "UVLoop", dependencies: ["CLibuv", "CPlatform"]),
    .target(name: "ButtonExpressions", dependencies: ["ButtonModel", "JSONRPC", "CPlatform"]),
    .target(
      name: "ButtonResolver", dependencies: ["ButtonModel", "JSONRPC"],
      resources: [.embedInCode("Theme/default.tokens.json")]),

    // floor 2
    .target(
      name: "ButtonEngine",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonStore",
        "ButtonResolver", "ButtonExpressions", "ButtonImages",
      ]),
    .target(
      name: "DaemonConfiguration",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "ButtonExpressions", "ButtonResolver", "CYAML",
      ]),
    .target(
      name: "FleetLink", dependencies: ["ButtonModel", "JSONRPC", "ButtonProtocol", "CPlatform"]),
    .target(name: "SatelliteAPI", dependencies: ["JSONRPC", "ButtonProtocol"]),
    .target(name: "StateDatabase", dependencies: ["ButtonModel", "CSQLite"]),
    .target(name: "Supervision", dependencies: ["ButtonModel", "UVLoop"]),
    .target(name: "BrokerLink", dependencies: ["UVLoop", "CMosquitto"]),
    .target(name: "ButtonSocket", dependencies: ["JSONRPC", "UVLoop", "CPlatform"]),

    // floor 3
    .target(
      name: "ButtonService",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonStore",
        "ButtonEngine", "ButtonExpressions", "FleetLink",
      ]),
    .target(
      name: "PluginHost",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "Supervision", "UVLoop",
        "CSandbox", "CPlatform", .product(name: "Logging", package: "swift-log"),
      ]),
    .target(
      name: "ButtonClient",
      dependencies: ["ButtonModel", "JSONRPC", "ButtonProtocol", "CPlatform"]),
    .target(
      name: "SourceHost",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "Supervision", "UVLoop", "CPlatform",
      ]),
    .target(
      name: "RedisEngine",
      dependencies: [
        "RESP", "FleetLink", "ButtonModel", "JSONRPC",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      resources: [.embedInCode("Library/buttond.lua")]),
    .target(
      name: "MQTTBridge",
      dependencies: ["ButtonModel", "JSONRPC", "ButtonProtocol", "DaemonConfiguration"]),
    .target(name: "ButtondKit", dependencies: ["CButtonPlugin"]),
    .target(name: "ButtonRender", dependencies: ["ButtonModel"]),

    // floor 4
    .target(
      name: "PluginTools",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonResolver",
        "ButtonClient", "ButtonRender", "PluginHost", "Supervision", "UVLoop", "CPlatform",
        "CSandbox", .product(name: "Logging", package: "swift-log"),
      ]),

    .target(
      name: "LoopClient", dependencies: ["ButtonClient", "ButtonProtocol", "UVLoop"]),
    .target(
      name: "ButtonRaster",
      dependencies: [
        "ButtonModel", "ButtonProtocol", "ButtonRender", "CPango", "CRsvg", "CWebP",
      ]),

    // roof
    .executableTarget(
      name: "buttond",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "ButtonStore", "ButtonResolver",
        "ButtonEngine", "ButtonSocket", "ButtonService", "PluginHost", "SourceHost", "Supervision",
        "UVLoop", "CPlatform", "DaemonConfiguration", "StateDatabase", "FleetLink",
        .product(name: "Logging", package: "swift-log"),
      ],
      linkerSettings: wholeProgram),
    .executableTarget(
      name: "buttond-worker",
      dependencies: ["ButtonModel", "PluginChannel", "CButtonPlugin", "CSandbox", "CPlatform"]),
    .executableTarget(name: "buttond-runner", dependencies: ["CPlatform"]),
    .executableTarget(
      name: "buttonctl",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonExpressions",
        "ButtonClient", "ButtonRender", "PluginHost", "DaemonConfiguration", "MQTTBridge",
        "PluginTools", "StateDatabase", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "buttond-gateway",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "ButtonClient", "UVLoop", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "buttond-fleet",
      dependencies: [
        "RedisEngine", "FleetLink", "ButtonClient", "DaemonConfiguration", "ButtonProtocol",
        "ButtonModel", "JSONRPC", "CPlatform", "StateDatabase",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "buttond-mqtt",
      dependencies: [
        "BrokerLink", "MQTTBridge", "ButtonClient", "LoopClient", "DaemonConfiguration",
        "ButtonProtocol", "ButtonModel", "JSONRPC", "UVLoop", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "buttond-raster",
      dependencies: [
        "ButtonRaster", "ButtonClient", "ButtonProtocol", "ButtonModel", "JSONRPC", "CPango",
        "CPlatform", "CSandbox",
      ]),
    .executableTarget(
      name: "buttond-surface",
      dependencies: [
        "SatelliteAPI", "ButtonClient", "LoopClient", "DaemonConfiguration", "ButtonProtocol",
        "ButtonModel", "JSONRPC", "UVLoop", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "buttond-bench",
      dependencies: [
        "ButtonEngine", "ButtonExpressions", "ButtonModel", "ButtonProtocol", "ButtonStore",
        "CPlatform",
      ],
      linkerSettings: wholeProgram),

    // tests
    .target(
      name: "TestSupport", dependencies: ["ButtonProtocol", "JSONRPC", "CPlatform"],
      path: "Tests/TestSupport"),
    .target(
      name: "FleetEngineModel", dependencies: ["FleetLink", "ButtonModel"],
      path: "Tests/FleetEngineModel"),
    .target(
      name: "HostileInputs", dependencies: ["ButtonExpressions", "ButtonModel", "JSONRPC"],
      path: "Tests/HostileInputs"),
    .testTarget(
      name: "ButtonModelTests", dependencies: ["ButtonModel", "TestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(name: "JSONRPCTests", dependencies: ["JSONRPC", "HostileInputs", "TestSupport"]),
    .testTarget(name: "RESPTests", dependencies: ["RESP", "TestSupport"]),
    .testTarget(
      name: "ButtonProtocolTests",
      dependencies: ["ButtonProtocol", "ButtonModel", "JSONRPC", "TestSupport"]),
    .testTarget(
      name: "PluginChannelTests", dependencies: ["PluginChannel", "ButtonModel", "TestSupport"]),
    .testTarget(
      name: "ButtonStoreTests", dependencies: ["ButtonStore", "ButtonModel", "TestSupport"]),
    .testTarget(
      name: "ButtonExpressionsTests",
      dependencies: [
        "ButtonExpressions", "ButtonModel", "JSONRPC", "HostileInputs", "TestSupport",
      ],
      exclude: ["Fixtures"]),
    .testTarget(name: "UVLoopTests", dependencies: ["UVLoop", "CPlatform", "TestSupport"]),
    .testTarget(
      name: "ButtonResolverTests",
      dependencies: ["ButtonResolver", "ButtonModel", "JSONRPC", "TestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "DaemonConfigurationTests",
      dependencies: [
        "DaemonConfiguration", "PluginHost", "ButtonResolver", "ButtonProtocol", "ButtonModel",
        "JSONRPC", "TestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "ButtonEngineTests",
      dependencies: [
        "ButtonEngine", "ButtonStore", "ButtonResolver", "ButtonProtocol", "PluginChannel",
        "ButtonModel", "JSONRPC", "TestSupport",
      ]),
    .testTarget(
      name: "ButtonImagesTests", dependencies: ["ButtonImages", "TestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "FleetLinkTests",
      dependencies: [
        "FleetLink", "FleetEngineModel", "ButtonProtocol", "ButtonModel", "JSONRPC", "TestSupport",
      ]),
    .testTarget(
      name: "StateDatabaseTests",
      dependencies: ["StateDatabase", "ButtonModel", "TestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "ButtonSocketTests",
      dependencies: ["ButtonSocket", "UVLoop", "JSONRPC", "CPlatform", "TestSupport"]),
    .testTarget(
      name: "ButtonServiceTests",
      dependencies: [
        "ButtonService", "ButtonEngine", "ButtonProtocol", "PluginChannel", "ButtonStore",
        "FleetLink", "FleetEngineModel", "ButtonModel", "JSONRPC", "TestSupport",
      ]),
    .testTarget(name: "SupervisionTests", dependencies: ["Supervision", "UVLoop", "TestSupport"]),
    .testTarget(
      name: "PluginHostTests",
      dependencies: [
        "PluginHost", "Supervision", "UVLoop", "ButtonProtocol", "PluginChannel", "ButtonModel",
        "JSONRPC", "CPlatform", "TestSupport",
      ]),
    .testTarget(
      name: "SourceHostTests",
      dependencies: [
        "SourceHost", "Supervision", "UVLoop", "ButtonProtocol", "ButtonModel", "TestSupport",
        "buttond-runner",
      ]),
    .testTarget(
      name: "WorkerTests",
      dependencies: [
        "ButtonProtocol", "PluginChannel", "ButtonModel", "ButtonResolver", "PluginHost",
        "JSONRPC", "UVLoop", "CPlatform", "CButtonPlugin", "ButtondKit", "TestSupport",
        "buttond-worker",
      ]),
    .testTarget(
      name: "ButtonClientTests",
      dependencies: ["ButtonClient", "ButtonModel", "buttonctl", "CPlatform", "TestSupport"]),
    .testTarget(
      name: "ButtonRenderTests",
      dependencies: ["ButtonRender", "ButtonModel", "TestSupport"]),
    .testTarget(
      name: "SatelliteAPITests", dependencies: ["SatelliteAPI", "ButtonProtocol", "TestSupport"]),
    .testTarget(
      name: "SurfaceTests", dependencies: ["buttond-surface", "JSONRPC", "TestSupport"]),
    .testTarget(
      name: "ButtonRasterTests",
      dependencies: [
        "ButtonRaster", "ButtonRender", "ButtonProtocol", "ButtonModel", "JSONRPC", "CPango",
        "TestSupport",
      ]),
    .testTarget(
      name: "PluginToolsTests",
      dependencies: [
        "PluginTools", "PluginHost", "ButtonProtocol", "ButtonModel", "JSONRPC", "CPlatform",
        "TestSupport", "buttonctl", "buttond-worker",
      ]),
    .testTarget(
      name: "GatewayTests",
      dependencies: ["buttond-gateway", "ButtonRender", "UVLoop", "TestSupport"]),
    .testTarget(
      name: "MQTTTests",
      dependencies: [
        "MQTTBridge", "BrokerLink", "ButtonModel", "DaemonConfiguration", "JSONRPC", "CPlatform",
        "TestSupport", "buttond-mqtt",
      ]),
    .testTarget(
      name: "RedisEngineTests",
      dependencies: [
        "RedisEngine", "RESP", "FleetLink", "FleetEngineModel", "ButtonModel", "TestSupport",
        "buttond-fleet", "buttonctl", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "client-driver",
      dependencies: ["ButtonClient", "ButtonModel", "ButtonProtocol", "TestSupport"],
      path: "Tests/Clients/Driver"),
    .testTarget(
      name: "ClientTests", dependencies: ["TestSupport", "client-driver", "buttonctl", "buttond"]),
    .testTarget(
      name: "ConformanceTests", dependencies: ["TestSupport", "JSONRPC"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "TestSupport", "JSONRPC", "CPlatform", "buttond", "FleetLink", "FleetEngineModel",
        "ButtonProtocol", "ButtonModel", "PluginHost", "UVLoop",
      ]),
  ]
    + swiftPlugins.map { name in
      .target(
        name: name, dependencies: ["ButtondKit", "CButtonPlugin"], path: "Plugins/\(name)",
        exclude: ["plugin.json"])
    },
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// With BUTTOND_TESTS=StoreTests,…: those test targets alone, which saves most of a build.
if let wanted = Context.environment["BUTTOND_TESTS"] {
  let names = wanted.split(separator: ",").map(String.init)
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// With BUTTOND_FLEET=0: all but the program for fleets, and neither its network library nor its TLS.
if Context.environment["BUTTOND_FLEET"] == "0" {
  let fleet = ["buttond-fleet", "RedisEngine", "RedisEngineTests"]
  package.products.removeAll { fleet.contains($0.name) }
  package.targets.removeAll { fleet.contains($0.name) }
  package.dependencies.removeAll { dependency in
    if case .sourceControl(_, let location, _) = dependency.kind {
      location.contains("/swift-nio")
    } else {
      false
    }
  }
}

// With BUTTOND_MQTT=0: all but the program for MQTT, which alone needs libmosquitto.
if Context.environment["BUTTOND_MQTT"] == "0" {
  let mqtt = ["buttond-mqtt", "BrokerLink", "CMosquitto", "MQTTTests"]
  package.products.removeAll { mqtt.contains($0.name) }
  package.targets.removeAll { mqtt.contains($0.name) }
}

// With BUTTOND_RASTER=0: all but the program that draws pictures, which alone needs Pango, librsvg and libwebp.
if Context.environment["BUTTOND_RASTER"] == "0" {
  let raster = [
    "buttond-raster", "buttond-surface", "ButtonRaster", "SatelliteAPI", "CPango", "CRsvg", "CWebP",
    "ButtonRasterTests", "SatelliteAPITests", "SurfaceTests",
  ]
  package.products.removeAll { raster.contains($0.name) }
  package.targets.removeAll { raster.contains($0.name) }
}

// With BUTTOND_FUZZ=1: what scripts/soak feeds with random bytes. They have no main of their own,
// and so stay out of other builds.
if Context.environment["BUTTOND_FUZZ"] == "1" {
  for (name, dependencies) in [
    "Lines": ["HostileInputs"],
    "Replies": ["RESP"],
    "Frames": ["PluginChannel", "ButtonModel"],
    "Manifests": ["PluginHost", "JSONRPC"],
    "Libraries": ["PluginTools"],
    "Archives": ["PluginTools"],
    "Requests": ["ButtonService", "ButtonEngine", "ButtonProtocol", "ButtonModel", "JSONRPC"],
    "Gestures": ["ButtonEngine", "ButtonModel", "ButtonProtocol"],
    "StateDatabases": [
      "StateDatabase", "ButtonEngine", "ButtonModel", "ButtonProtocol", "JSONRPC",
    ],
    "Themes": ["ButtonResolver", "ButtonModel"],
    "Configurations": ["DaemonConfiguration", "JSONRPC"],
    "Expressions": ["HostileInputs"],
    "Sources": ["SourceHost", "ButtonModel"],
    "Topics": ["MQTTBridge", "ButtonModel", "ButtonProtocol"],
    "Definitions": [
      "ButtonExpressions", "ButtonModel", "ButtonProtocol", "HostileInputs", "JSONRPC",
    ],
    "Images": ["ButtonImages", "ButtonRaster", "ButtonModel", "ButtonProtocol"],
    "Decks": ["SatelliteAPI", "ButtonProtocol"],
  ] as [String: [Target.Dependency]] {
    package.targets.append(
      .executableTarget(
        name: "fuzz-\(name.lowercased())", dependencies: dependencies, path: "Tests/Fuzz/\(name)"))
  }
}

// Those in C take no notice.
for target in package.targets where target.type != .system {
  target.swiftSettings = strict
}

// What waits for an engine stays on the loop of its connections: the runtime's pool costs a wake-up each time, and
// others may keep it busy.
for target in package.targets where ["RedisEngine", "buttond-fleet"].contains(target.name) {
  target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
}
