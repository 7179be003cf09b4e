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
  /// Memory that was writable never becomes executable.
  package static let memoryDenyWriteExecute = SandboxLayers(rawValue: 8)
  /// Files, TCP, abstract sockets and signals.
  package static let landlock = SandboxLayers(rawValue: 16)
  package static let seccomp = SandboxLayers(rawValue: 32)

  package static let all: SandboxLayers = [
    .resourceLimits, .noNewPrivileges, .notDumpable, .memoryDenyWriteExecute, .landlock, .seccomp,
  ]

  /// A strict worker loads nothing without them.
  package static let essential: SandboxLayers = [.landlock, .seccomp]

  /// As in `plugins.list`, in the order in which the layers are applied.
  package var names: [String] {
    let all: [(SandboxLayers, String)] = [
      (.resourceLimits, "rlimits"), (.noNewPrivileges, "noNewPrivileges"),
      (.notDumpable, "notDumpable"), (.memoryDenyWriteExecute, "memoryDenyWriteExecute"),
      (.landlock, "landlock"), (.seccomp, "seccomp"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}
