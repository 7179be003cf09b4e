package import ButtonModel
package import JSONRPC

package struct LeaseNameForm: FieldForm {
  package init() {}

  package var schema: Schema {
    .named(
      "Lease", "The name of what feeds keys.",
      .json(#"{"type":"string","pattern":"^[A-Za-z0-9._-]{1,\#(LeaseName.maximumBytes)}$"}"#))
  }

  package func read(_ json: JSONElement) throws(ProtocolError) -> UTF8String {
    guard let name = json.text else { throw .wrongType(json, expected: "a string") }
    guard LeaseName.isValid(name.bytes) else {
      throw .invalidParams(
        "'\(Excerpt(name.string))' names no lease: use 1 to \(LeaseName.maximumBytes) of A–Z, a–z,"
          + " 0–9, '.', '_' and '-'")
    }
    return UTF8String(copying: name.bytes)
  }

  package func write(_ value: UTF8String, into writer: inout JSONWriter) { writer.string(value) }
}

/// How long the holder of a lease may be silent, in milliseconds.
package struct SilenceForm: FieldForm {
  /// A day.
  package static let longestMs = 86_400_000

  package init() {}

  package var schema: Schema { .integer(0...SilenceForm.longestMs) }

  package func read(_ json: JSONElement) throws(ProtocolError) -> Int {
    let time = try Int(json: json)
    guard (0...SilenceForm.longestMs).contains(time) else {
      throw .invalidParams("must be 0 to \(SilenceForm.longestMs), but is \(time)")
    }
    return time
  }
}

extension Fields where Self: ~Copyable {
  mutating func lost(_ lost: inout [UTF8String]) throws(Failure) {
    try optional(
      .lost, &lost, default: [], as: .keyNames,
      "Those of the values that are lost: what fed them is gone.")
  }

  package mutating func lease(
    _ lease: inout UTF8String?, silentAfterMs: inout Int?
  ) throws(Failure) {
    try optional(
      .lease, &lease, as: LeaseNameForm(),
      "The keys belong to this lease; they are lost when the connection is gone.")
    try optional(
      .silentAfterMs, &silentAfterMs, as: SilenceForm(),
      "They are also lost when nothing is written under it for this long; 0 gives the lease up.")
    let isAlone = silentAfterMs != nil && lease == nil
    try check { () throws(ProtocolError) in
      guard isAlone else { return }
      throw .invalidParams("name the lease that may be silent", path: "silentAfterMs")
    }
  }
}
