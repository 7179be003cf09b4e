// swift-tools-version: 6.2
import PackageDescription

// ButtondKit on its own, for plugins: what is beside this file belongs to the installed buttond.
let package = Package(
  name: "ButtondKit",
  products: [.library(name: "ButtondKit", targets: ["ButtondKit", "CButtonPlugin"])],
  targets: [
    .target(name: "CButtonPlugin"),
    .target(
      name: "ButtondKit",
      dependencies: ["CButtonPlugin"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
