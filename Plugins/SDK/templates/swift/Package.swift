// swift-tools-version: 6.2
import PackageDescription

/// Where the ButtondKit of the installed buttond is.
let buttondKit = Context.environment["BUTTOND_KIT"] ?? "__KIT__"

let package = Package(
  name: "__TYPE__",
  products: [.library(name: "__TYPE__", type: .dynamic, targets: ["__TYPE__"])],
  dependencies: [.package(name: "ButtondKit", path: buttondKit)],
  targets: [
    .target(
      name: "__TYPE__",
      dependencies: [.product(name: "ButtondKit", package: "ButtondKit")],
      linkerSettings: [
        // One function is all that the library shows.
        .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Exports.map"])
      ]),
    .testTarget(name: "__TYPE__Tests", dependencies: ["__TYPE__"]),
  ],
  swiftLanguageModes: [.v6]
)
