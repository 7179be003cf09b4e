package struct ButtonsRemoveRequest: Request, Hashable {
  package typealias Response = ButtonsRemoveResponse
  package static let method = Method(
    "buttons.remove", for: .write, "Removes buttons; unknown ids are skipped.", errors: .change)

  package var ids: [String] = []
  package var wait: Wait?

  package init() {}

  package init(ids: [String], wait: Wait? = nil) {
    self.ids = ids
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("ids", &ids)
    try fields.optional(.wait, &wait)
  }
}

package struct ButtonsRemoveResponse: Message, Hashable {
  package var revision: UInt64 = 0
  package var removed: [String] = []
  package var fleet: FleetMark?

  package init() {}

  package init(revision: UInt64, removed: [String], fleet: FleetMark? = nil) {
    self.revision = revision
    self.removed = removed
    self.fleet = fleet
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.revision, &revision, as: .revision)
    try fields.required(.removed, &removed)
    try fields.optional("fleet", &fleet)
  }
}
