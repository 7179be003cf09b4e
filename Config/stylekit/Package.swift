// swift-tools-version: 6.2
import PackageDescription

// StyleKit on its own, for plugins: what is beside this file belongs to the installed buttond.
let package = Package(
  name: "StyleKit",
  products: [.library(name: "StyleKit", targets: ["StyleKit", "CButtonPlugin"])],
  targets: [
    .target(name: "CButtonPlugin"),
    .target(
      name: "StyleKit",
      dependencies: ["CButtonPlugin"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
