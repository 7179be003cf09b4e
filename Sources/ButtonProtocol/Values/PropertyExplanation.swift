package struct PropertyExplanation: WireObject, Hashable {
  package static var schema: Schema {
    .named("Explanation", "Where a property comes from.", .table(Self.self))
  }

  package var name = ""
  /// The value in force and the layer that set it; its fields are those of the property.
  package var winner = LayerValue()
  package var losing: [LayerValue] = []
  package var from: [LayerValue] = []
  package var reads: [KeyReading] = []

  /// Per property; a plugin's pass lists all.
  package static let maximumReads = 32

  package init() {}

  package init(
    name: String, winner: LayerValue, losing: [LayerValue] = [], from: [LayerValue] = [],
    reads: [KeyReading] = []
  ) {
    self.name = name
    self.winner = winner
    self.losing = losing
    self.from = from
    self.reads = reads
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name, "The member of the appearance.")
    try winner.visit(&fields)
    try fields.optional(
      "losing", &losing, default: [], "What the layers below have, the strongest first.")
    try fields.optional("from", &from, default: [], "What the system style made the value of.")
    try fields.optional(
      "reads", &reads, default: [],
      "What the code behind the value read; the first ones where they are many.")
  }
}
