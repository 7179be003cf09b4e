package import ButtonModel

package struct SourceListing: WireObject, Hashable {
  package static var schema: Schema {
    .named("Source", "A program that feeds keys, and how it is doing.", .table(Self.self))
  }

  package var name = ""
  package var state = ""
  package var isLost = false
  package var pid: Int?
  package var interval: UInt64?
  package var format = SourceFormat.json
  package var keys: [String] = []
  package var user: String?
  package var restarts = 0
  package var deaths = 0
  package var lastError: String?
  package var retryAt: Int?
  package var valuesAt: Int?
  package var lines = 0
  package var refusedLines = 0
  package var droppedActions = 0

  package init() {}

  package init(_ source: SourceDefinition, _ status: SourceStatus) {
    name = source.name
    state = status.state.rawValue
    pid = status.pid.map { Int($0) }
    interval = source.interval.map { $0 / 1_000_000 }
    format = source.format
    keys = source.claims
    user = source.user
    restarts = status.restarts
    deaths = status.deaths
    lastError = status.lastError
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.required("state", &state, as: .sourceState)
    try fields.flag(
      "lost", &isLost, "It is down, or has been silent for too long: its values may be old.")
    try fields.optional("pid", &pid, "The process that runs its program.")
    try fields.optional(
      "every", &interval, "Milliseconds from one run to the next, if it is polled.")
    try fields.expected("format", &format)
    try fields.expected("keys", &keys, "Patterns of the keys that it may write.")
    try fields.optional("user", &user, "The user that it runs as, if not the daemon's.")
    try fields.expected("restarts", &restarts, "Times it was started again after a death.")
    try fields.expected("deaths", &deaths, "Times it died, or a run of it failed.")
    try fields.optional("lastError", &lastError, "What went wrong last, kept after a recovery.")
    try fields.optional("retryAt", &retryAt, "When it is started next, in ms since 1970.")
    try fields.optional("valuesAt", &valuesAt, "When its last values came, in ms since 1970.")
    try fields.expected("lines", &lines, "Lines, or outputs of runs, that were taken.")
    try fields.expected("refusedLines", &refusedLines, "Those that were not.")
    try fields.expected(
      "droppedActions", &droppedActions, "Actions of buttons that it did not read.")
  }

  /// The listing without what changes all the time, to see if something happened to the source.
  package var essence: SourceListing {
    var essence = self
    essence.retryAt = nil
    essence.valuesAt = nil
    essence.lines = 0
    essence.refusedLines = 0
    essence.droppedActions = 0
    return essence
  }
}

extension FieldForm where Self == DescribedForm<String> {
  static var sourceState: Self { .choice(SourceState.allCases.map(\.rawValue)) }
}
