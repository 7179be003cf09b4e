package struct PluginPass: WireObject, Hashable {
  package static var schema: Schema {
    .named("Pass", "What a plugin did when it last ran for a button.", .table(Self.self))
  }

  package var plugin = ""
  package var style: String?
  package var handler: String?
  package var microseconds: UInt64 = 0
  package var revision: UInt64 = 0
  package var readsTraits = false
  package var isUndivided = false
  package var reads: [KeyReading] = []

  package init() {}

  package init(
    plugin: String, style: String?, handler: String?, microseconds: UInt64, revision: UInt64,
    readsTraits: Bool, isUndivided: Bool = false, reads: [KeyReading]
  ) {
    self.plugin = plugin
    self.style = style
    self.handler = handler
    self.microseconds = microseconds
    self.revision = revision
    self.readsTraits = readsTraits
    self.isUndivided = isUndivided
    self.reads = reads
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("plugin", &plugin, "The plugin's id.")
    try fields.optional("style", &style, "The style of it that ran.")
    try fields.optional("handler", &handler, "The handler of it that ran.")
    try fields.expected("microseconds", &microseconds, "The time that it took for the button.")
    try fields.expected(
      .revision, &revision, as: .revision, "The one of the state that it saw.")
    try fields.expected(
      "readsTraits", &readsTraits, "Whether it read something that differs between trait sets.")
    try fields.flag(
      "isUndivided", &isUndivided,
      "What its style and its handler set could not be separated, and counts as the handler's.")
    try fields.expected("reads", &reads)
  }
}
