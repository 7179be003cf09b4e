/// The system and processor that a library is built for.
package struct Platform: Hashable, Sendable {
  package let system: String
  package let processor: String

  package init(system: String, processor: String) {
    self.system = system
    self.processor = processor
  }

  /// What this daemon was built for.
  package static var current: Platform {
    #if arch(x86_64)
      Platform(system: "linux", processor: "x86_64")
    #elseif arch(arm64)
      Platform(system: "linux", processor: "aarch64")
    #else
      #error("plugins have no name for this processor yet")
    #endif
  }

  /// As in a manifest: `linux-x86_64`.
  package var name: String { "\(system)-\(processor)" }

  func pick(from files: [PlatformFile]) -> String? {
    let exact = files.last { $0.platform == name }
    return (exact ?? files.last { $0.platform == system })?.value
  }
}
