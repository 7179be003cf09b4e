package struct ButtonsExplainRequest: Request, Hashable {
  package typealias Response = ButtonsExplainResponse
  package static let method = Method(
    "buttons.explain", for: .read, "How a button came to look as it does.", errors: [.notFound])

  package var id = ""
  package var property: String?
  package var traits: TraitsRequest?

  package init() {}

  package init(id: String, property: String? = nil, traits: TraitsRequest? = nil) {
    self.id = id
    self.property = property
    self.traits = traits
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional(
      "property", &property, as: .described(.reference("AppearanceMember")),
      "A member of the appearance; all unless given.")
    try fields.optional("traits", &traits)
  }
}

package struct ButtonsExplainResponse: Message, Hashable {
  package var id = ""
  package var epoch = ""
  package var tick: UInt64 = 0
  package var revision: UInt64 = 0
  package var style = ""
  package var handler: String?
  package var resolves: UInt64 = 0
  package var isHidden = false
  package var hiddenBy: [KeyReading] = []
  package var group: GroupExplanation?
  package var tint: TintExplanation?
  package var isHovered = false
  package var shortcut: String?
  package var menu: [MenuItemExplanation] = []
  package var status: LookStatus?
  package var dirty = DirtyCause()
  package var plugins: [PluginPass] = []
  package var properties: [PropertyExplanation] = []
  package var bindings: [BindingExplanation] = []
  package var scope: String?

  package init() {}

  package init(
    id: String, epoch: String, tick: UInt64, revision: UInt64, style: String, handler: String?,
    resolves: UInt64, isHidden: Bool = false, hiddenBy: [KeyReading] = [],
    tint: TintExplanation? = nil, status: LookStatus?, dirty: DirtyCause, plugins: [PluginPass],
    properties: [PropertyExplanation], bindings: [BindingExplanation] = [],
    scope: String? = nil
  ) {
    self.id = id
    self.epoch = epoch
    self.tick = tick
    self.revision = revision
    self.style = style
    self.handler = handler
    self.resolves = resolves
    self.isHidden = isHidden
    self.hiddenBy = hiddenBy
    self.tint = tint
    self.status = status
    self.dirty = dirty
    self.plugins = plugins
    self.properties = properties
    self.bindings = bindings
    self.scope = scope
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.required(.epoch, &epoch, as: .epoch)
    try fields.required(.tick, &tick, as: .tick)
    try fields.required(.revision, &revision, as: .revision)
    try fields.required("style", &style, as: .described(.reference("StyleReference")))
    try fields.optional("handler", &handler, as: .described(.reference("PluginEntry")))
    try fields.expected(
      "resolves", &resolves, "How often the button was passed over since it was defined first.")
    try fields.flag("isHidden", &isHidden, "Subscribers see it as removed.")
    try fields.optional(
      "hiddenBy", &hiddenBy, default: [], "What its isHidden reads, while it is hidden.")
    try fields.optional("group", &group, "The group that it names.")
    try fields.optional("tint", &tint, "What stands for the tint of the display.")
    try fields.flag("isHovered", &isHovered, "A pointer is over it.")
    try fields.optional("shortcut", &shortcut, "The key that presses it.")
    try fields.optional("menu", &menu, default: [], "The entries of its menu, as they are now.")
    try fields.optional(.status, &status)
    try fields.required("dirty", &dirty)
    try fields.expected("plugins", &plugins, "In the order in which they ran.")
    try fields.required("properties", &properties)
    try fields.optional(
      "bindings", &bindings, default: [], "The parts of the definition that follow expressions.")
    try fields.optional(
      "scope", &scope, as: .scopeName, "The scope of the fleet that shares its definition.")
  }
}
