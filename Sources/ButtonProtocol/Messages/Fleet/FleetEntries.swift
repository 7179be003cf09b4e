package import ButtonModel

package struct FleetEntriesRequest: Request, Hashable {
  package typealias Response = FleetLinkResponse
  package static let method = Method(
    "fleet.entries", for: .fleet, "Entries of a scope's log, in order and without a gap.",
    errors: [.notFound])

  /// The limit of entries in one message.
  package static let maximumEntries = 512
  /// The limit for the changes in a message with several entries.
  package static let maximumBytes = 256 << 10

  package struct Entry: WireObject, Hashable {
    package var revision: UInt64 = 0
    package var request = ""
    package var chain = ""
    package var changes: UTF8String = ""

    package init() {}

    package init(revision: UInt64, request: String, chain: String, changes: UTF8String) {
      self.revision = revision
      self.request = request
      self.chain = chain
      self.changes = changes
    }

    package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required(.revision, &revision, "The fleet's.")
      try fields.required("request", &request, as: .requestNumber)
      try fields.required("chain", &chain, as: .hexadecimalName)
      try fields.required("changes", &changes, "Lines `KEY JSON`, or `KEY` of one removed.")
    }
  }

  package var scope = ""
  package var session: UInt32 = 0
  package var entries: [Entry] = []

  package init() {}

  package init(scope: String, session: UInt32, entries: [Entry]) {
    self.scope = scope
    self.session = session
    self.entries = entries
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.session(&scope, &session)
    try fields.required(
      "entries", &entries, as: BoundedListForm(most: Self.maximumEntries),
      "One, or more that have at most 256 KiB of changes together.")
  }

  /// Whether it is more than a daemon takes in one turn.
  package var isTooLong: Bool {
    entries.count > 1 && entries.reduce(0) { $0 + $1.changes.bytes.count } > Self.maximumBytes
  }
}
