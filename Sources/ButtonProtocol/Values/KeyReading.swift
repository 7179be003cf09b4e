package import ButtonModel

/// Something that was read to make a look: a state key, its quality, or a token of the theme.
package struct KeyReading: WireObject, Hashable {
  package static var schema: Schema {
    .named(
      "Reading",
      "A state key with the revision of its last change, its quality, or a token of the theme.",
      .table(Self.self))
  }

  package private(set) var key: UTF8String?
  package private(set) var token: UTF8String?
  package private(set) var quality: UTF8String?
  package private(set) var revision: UInt64?

  package init() {}

  package init(key: UTF8String, revision: UInt64) {
    self.key = key
    self.revision = revision
  }

  package init(token: UTF8String) { self.token = token }

  package init(quality: UTF8String) { self.quality = quality }

  /// As plugins read it; a state key is without `state.`.
  package var name: String {
    key?.string ?? token.map { "theme.\($0)" } ?? quality.map { "quality.\($0)" } ?? ""
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("key", &key, as: .described(.reference("StateKey")))
    try fields.optional("token", &token)
    try fields.optional("quality", &quality, as: .described(.reference("StateKey")))
    try fields.optional(.revision, &revision, as: .revision)
    fields.oneOf(["key", "revision"], ["token"], ["quality"])
  }
}
