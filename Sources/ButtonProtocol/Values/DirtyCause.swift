package struct DirtyCause: WireObject, Hashable {
  package static var schema: Schema {
    .named("Cause", "What made a button dirty last.", .table(Self.self))
  }

  package var tick: UInt64 = 0
  package var causes: [String] = []
  package var keys: [KeyReading] = []

  package init() {}

  package init(tick: UInt64, causes: [String], keys: [KeyReading]) {
    self.tick = tick
    self.causes = causes
    self.keys = keys
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.tick, &tick, as: .tick, "The frame that took it in.")
    try fields.expected(
      "causes", &causes,
      as: .described(
        .list(
          .choice([
            "state", "theme", "definition", "press", "request", "plugin", "worker", "traits",
            "stale", "group",
          ]))))
    try fields.expected(
      "keys", &keys, "The keys and tokens that changed, of those that the button reads.")
  }
}
