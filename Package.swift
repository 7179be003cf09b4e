// swift-tools-version: 6.2
import PackageDescription

/// What release builds know of how often what is executed, or how they count it for scripts/profile.
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
    ], .when(configuration: .release)),
]

/// How the daemon is linked, and what measures its parts.
let wholeProgram: [LinkerSetting] = [
  // The names of a program are nobody's business: exported, they keep what is never called.
  .unsafeFlags(
    [
      "-static-stdlib", "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker",
      "--no-rosegment",
    ], .when(configuration: .release))
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
    .executable(name: "buttond-bench", targets: ["buttond-bench"]),
    .library(name: "ButtonClient", targets: ["ButtonClient", "ButtonModel"]),
    .library(name: "ButtondKit", targets: ["ButtondKit"]),
  ] + swiftPlugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
  ],
  targets: [
    // floor 0
    .target(name: "ButtonModel", swiftSettings: strict),
    .target(name: "JSONRPC", dependencies: ["CSimdjson"], swiftSettings: strict),
    .target(name: "RESP", swiftSettings: strict),
    .target(name: "CButtonPlugin"),
    .systemLibrary(name: "CLibuv", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .target(
      name: "CSimdjson",
      cxxSettings: [.unsafeFlags(["-std=c++17"])],
      linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("stdc++")]),
    .target(name: "CSandbox"),
    .target(name: "CPlatform"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // floor 1
    .target(
      name: "ButtonProtocol", dependencies: ["ButtonModel", "JSONRPC", "CPlatform"],
      swiftSettings: strict),
    .target(name: "PluginChannel", dependencies: ["ButtonModel"], swiftSettings: strict),
    .target(
      name: "ButtonStore", dependencies: ["ButtonModel", "CPlatform"], swiftSettings: strict),
    .target(name: "UVLoop", dependencies: ["CLibuv", "CPlatform"], swiftSettings: strict),
    .target(
      name: "ButtonExpressions", dependencies: ["ButtonModel", "JSONRPC", "CPlatform"],
      swiftSettings: strict),
    .target(
      name: "ButtonResolver", dependencies: ["ButtonModel", "JSONRPC"],
      resources: [.embedInCode("Theme/default.tokens.json")], swiftSettings: strict),

    // floor 2
    .target(
      name: "ButtonEngine",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonStore",
        "ButtonResolver", "ButtonExpressions",
      ],
      swiftSettings: strict),
    .target(
      name: "DaemonConfiguration",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "ButtonExpressions", "ButtonResolver", "CYAML",
      ],
      swiftSettings: strict),
    .target(
      name: "FleetLink", dependencies: ["ButtonModel", "JSONRPC", "ButtonProtocol", "CPlatform"],
      swiftSettings: strict),
    .target(
      name: "StateDatabase", dependencies: ["ButtonModel", "CSQLite"], swiftSettings: strict),
    .target(
      name: "Supervision", dependencies: ["ButtonModel", "UVLoop"], swiftSettings: strict),
    .target(
      name: "ButtonSocket", dependencies: ["JSONRPC", "UVLoop", "CPlatform"], swiftSettings: strict),

    // floor 3
    .target(
      name: "ButtonService",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonStore",
        "ButtonEngine", "ButtonExpressions", "FleetLink",
      ],
      swiftSettings: strict),
    .target(
      name: "PluginHost",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "Supervision", "UVLoop",
        "CSandbox", "CPlatform", .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(
      name: "ButtonClient",
      dependencies: ["ButtonModel", "JSONRPC", "ButtonProtocol", "CPlatform"],
      swiftSettings: strict),
    .target(
      name: "SourceHost",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "Supervision", "UVLoop", "CPlatform",
      ],
      swiftSettings: strict),
    .target(
      name: "RedisEngine",
      dependencies: [
        "RESP", "FleetLink", "ButtonModel",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      resources: [.embedInCode("Library/buttond.lua")], swiftSettings: strict),
    .target(name: "ButtondKit", dependencies: ["CButtonPlugin"], swiftSettings: strict),
    .target(name: "ButtonRender", dependencies: ["ButtonModel"], swiftSettings: strict),

    // floor 4
    .target(
      name: "PluginTools",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonResolver",
        "ButtonClient", "ButtonRender", "PluginHost", "Supervision", "UVLoop", "CPlatform",
        "CSandbox",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),

    // roof
    .executableTarget(
      name: "buttond",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "ButtonStore", "ButtonResolver",
        "ButtonEngine", "ButtonSocket", "ButtonService", "PluginHost", "SourceHost", "Supervision",
        "UVLoop", "CPlatform", "DaemonConfiguration", "StateDatabase", "FleetLink",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict,
      linkerSettings: wholeProgram),
    .executableTarget(
      name: "buttond-worker",
      dependencies: ["ButtonModel", "PluginChannel", "CButtonPlugin", "CSandbox", "CPlatform"],
      swiftSettings: strict),
    .executableTarget(name: "buttond-runner", dependencies: ["CPlatform"]),
    .executableTarget(
      name: "buttonctl",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "PluginChannel", "ButtonExpressions",
        "ButtonClient", "ButtonRender", "PluginHost", "DaemonConfiguration", "PluginTools",
        "StateDatabase", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "buttond-gateway",
      dependencies: [
        "ButtonModel", "JSONRPC", "ButtonProtocol", "ButtonClient", "UVLoop", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "buttond-fleet",
      dependencies: [
        "RedisEngine", "FleetLink", "ButtonClient", "DaemonConfiguration", "ButtonProtocol",
        "ButtonModel", "JSONRPC", "CPlatform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "buttond-bench",
      dependencies: [
        "ButtonEngine", "ButtonExpressions", "ButtonModel", "ButtonProtocol", "ButtonStore",
        "CPlatform",
      ],
      path: "Sources/buttond-bench",
      swiftSettings: strict,
      linkerSettings: wholeProgram),

    // tests
    .target(
      name: "TestSupport", dependencies: ["ButtonProtocol", "JSONRPC", "CPlatform"],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "FleetEngineModel", dependencies: ["FleetLink", "ButtonModel"],
      path: "Tests/FleetEngineModel",
      swiftSettings: strict),
    .testTarget(
      name: "ButtonModelTests", dependencies: ["ButtonModel"], resources: [.copy("Fixtures")],
      swiftSettings: strict),
    .testTarget(
      name: "JSONRPCTests", dependencies: ["JSONRPC", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "RESPTests", dependencies: ["RESP", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ButtonProtocolTests",
      dependencies: ["ButtonProtocol", "ButtonModel", "JSONRPC", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PluginChannelTests", dependencies: ["PluginChannel", "ButtonModel", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ButtonStoreTests", dependencies: ["ButtonStore", "ButtonModel", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ButtonExpressionsTests",
      dependencies: ["ButtonExpressions", "ButtonModel", "JSONRPC", "TestSupport"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "UVLoopTests", dependencies: ["UVLoop", "CPlatform", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ButtonResolverTests",
      dependencies: ["ButtonResolver", "ButtonModel", "JSONRPC", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "DaemonConfigurationTests",
      dependencies: [
        "DaemonConfiguration", "ButtonResolver", "ButtonProtocol", "ButtonModel", "JSONRPC",
        "TestSupport",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "ButtonEngineTests",
      dependencies: [
        "ButtonEngine", "ButtonStore", "ButtonResolver", "ButtonProtocol", "PluginChannel",
        "ButtonModel", "JSONRPC", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FleetLinkTests",
      dependencies: [
        "FleetLink", "FleetEngineModel", "ButtonProtocol", "ButtonModel", "JSONRPC", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StateDatabaseTests",
      dependencies: ["StateDatabase", "ButtonModel", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "ButtonSocketTests",
      dependencies: ["ButtonSocket", "UVLoop", "JSONRPC", "CPlatform", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ButtonServiceTests",
      dependencies: [
        "ButtonService", "ButtonEngine", "ButtonProtocol", "PluginChannel", "ButtonStore",
        "FleetLink", "FleetEngineModel", "ButtonModel", "JSONRPC", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SupervisionTests", dependencies: ["Supervision", "UVLoop", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "PluginHostTests",
      dependencies: [
        "PluginHost", "Supervision", "UVLoop", "ButtonProtocol", "PluginChannel", "ButtonModel",
        "JSONRPC", "CPlatform", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SourceHostTests",
      dependencies: [
        "SourceHost", "Supervision", "UVLoop", "ButtonProtocol", "ButtonModel", "TestSupport",
        "buttond-runner",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WorkerTests",
      dependencies: [
        "ButtonProtocol", "PluginChannel", "ButtonModel", "ButtonResolver", "PluginHost",
        "JSONRPC", "CPlatform", "CButtonPlugin", "ButtondKit", "TestSupport", "buttond-worker",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ButtonClientTests",
      dependencies: ["ButtonClient", "ButtonModel", "buttonctl", "CPlatform", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ButtonRenderTests",
      dependencies: ["ButtonRender", "ButtonModel", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "PluginToolsTests",
      dependencies: [
        "PluginTools", "PluginHost", "ButtonProtocol", "ButtonModel", "JSONRPC", "CPlatform",
        "TestSupport", "buttonctl", "buttond-worker",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GatewayTests",
      dependencies: ["buttond-gateway", "ButtonRender", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "RedisEngineTests",
      dependencies: [
        "RedisEngine", "RESP", "FleetLink", "FleetEngineModel", "ButtonModel", "TestSupport",
        "buttond-fleet", "buttonctl", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "client-driver",
      dependencies: ["ButtonClient", "ButtonModel", "ButtonProtocol", "TestSupport"],
      path: "Tests/Clients/Driver", swiftSettings: strict),
    .testTarget(
      name: "ClientTests", dependencies: ["TestSupport", "client-driver", "buttonctl", "buttond"],
      swiftSettings: strict),
    .testTarget(
      name: "ConformanceTests", dependencies: ["TestSupport", "JSONRPC"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "DaemonTests",
      dependencies: [
        "TestSupport", "JSONRPC", "CPlatform", "buttond", "FleetLink", "FleetEngineModel",
        "ButtonProtocol", "ButtonModel",
      ],
      swiftSettings: strict),
  ]
    + swiftPlugins.map { name in
      .target(
        name: name, dependencies: ["ButtondKit", "CButtonPlugin"], path: "Plugins/\(name)",
        exclude: ["plugin.json"], swiftSettings: strict)
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

// With BUTTOND_FUZZ=1: what scripts/soak feeds with random bytes. They have no main of their own,
// and so stay out of other builds.
if Context.environment["BUTTOND_FUZZ"] == "1" {
  for (name, dependencies) in [
    "Lines": ["JSONRPC"],
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
    "Expressions": ["ButtonExpressions"],
    "Sources": ["SourceHost", "ButtonModel"],
    "Definitions": ["ButtonExpressions", "ButtonModel", "ButtonProtocol", "JSONRPC"],
  ] as [String: [Target.Dependency]] {
    package.targets.append(
      .executableTarget(
        name: "fuzz-\(name.lowercased())", dependencies: dependencies, path: "Tests/Fuzz/\(name)",
        swiftSettings: strict))
  }
}
