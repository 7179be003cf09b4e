package import ButtonModel

package struct SandboxListing: WireObject, Hashable {
  package static var schema: Schema {
    .named("Sandbox", "What shuts a running worker in.", .table(Self.self))
  }

  package var mode = SandboxMode.off
  package var layers: [String] = []
  package var landlockABI = 0

  package init() {}

  package init(mode: SandboxMode, layers: [String], landlockABI: Int) {
    self.mode = mode
    self.layers = layers
    self.landlockABI = landlockABI
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("mode", &mode, "How much of a sandbox it had to be in.")
    try fields.expected(
      "layers", &layers,
      as: .described(
        .list(
          .choice([
            "rlimits", "noNewPrivileges", "notDumpable", "memoryDenyWriteExecute", "landlock",
            "seccomp",
          ]))), "In the order in which they were put up.")
    try fields.expected("landlockABI", &landlockABI, "That of the kernel; 0 without.")
  }
}
