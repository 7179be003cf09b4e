// swift-tools-version: 6.2
import PackageDescription

/// Where the StyleKit of the installed buttond is.
let styleKit = Context.environment["BUTTOND_STYLEKIT"] ?? "__STYLEKIT__"

let package = Package(
  name: "__TYPE__",
  products: [.library(name: "__TYPE__", type: .dynamic, targets: ["__TYPE__"])],
  dependencies: [.package(name: "StyleKit", path: styleKit)],
  targets: [
    .target(
      name: "__TYPE__",
      dependencies: [.product(name: "StyleKit", package: "StyleKit")],
      linkerSettings: [
        // One function is all that the library shows.
        .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Exports.map"])
      ])
  ],
  swiftLanguageModes: [.v6]
)
