// swift-tools-version: 6.2
import PackageDescription

/// Where the ButtondKit of the installed buttond is; `make` finds it.
let buttondKit = Context.environment["BUTTOND_KIT"] ?? "/usr/share/buttond/ButtondKit"

/// Each is a target, a library and a plugin.
let plugins = ["Outline", "Defaults", "Press", "Checkout", "Themed"]

let package = Package(
  name: "FiveStyles",
  products: plugins.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [.package(name: "ButtondKit", path: buttondKit)],
  targets: plugins.map { name in
    .target(
      name: name, dependencies: [.product(name: "ButtondKit", package: "ButtondKit")],
      linkerSettings: [
        // One function is all that a library shows.
        .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Exports.map"])
      ])
  },
  swiftLanguageModes: [.v6]
)
