/// The layers of a worker's sandbox that are in force.
package struct SandboxLayers: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No core dump, no growing file, few descriptors, bounded memory.
  package static let resourceLimits = SandboxLayers(rawValue: 1)
  /// Nothing that is executed gains rights.
  package static let noNewPrivileges = SandboxLayers(rawValue: 2)
  /// No other process of the user reads its memory.
  package static let notDumpable = SandboxLayers(rawValue: 4)
  /// Memory that could be written never becomes executable.
  package static let memoryDenyWriteExecute = SandboxLayers(rawValue: 8)
  /// Files, TCP, abstract sockets and signals.
  package static let landlock = SandboxLayers(rawValue: 16)
  /// System calls.
  package static let seccomp = SandboxLayers(rawValue: 32)

  /// All layers.
  package static let all: SandboxLayers = [
    .resourceLimits, .noNewPrivileges, .notDumpable, .memoryDenyWriteExecute, .landlock, .seccomp,
  ]

  /// The layers without which a strict worker loads nothing.
  package static let essential: SandboxLayers = [.landlock, .seccomp]

  /// The names as `plugins.list` has them, in the order in which the layers are put up.
  package var names: [String] {
    let all: [(SandboxLayers, String)] = [
      (.resourceLimits, "rlimits"), (.noNewPrivileges, "noNewPrivileges"),
      (.notDumpable, "notDumpable"), (.memoryDenyWriteExecute, "memoryDenyWriteExecute"),
      (.landlock, "landlock"), (.seccomp, "seccomp"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
