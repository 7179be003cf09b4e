package import JSONRPC

/// What one plugin did when it last ran for a button.
package struct PluginPass: Hashable, Sendable, JSONDecodable, JSONEncodable {
  /// The plugin's id.
  package var plugin: String
  /// The style of it that ran.
  package var style: String?
  /// The handler of it that ran.
  package var handler: String?
  /// The time that it took for the button.
  package var microseconds: UInt64
  /// The revision of the state that it saw.
  package var revision: UInt64
  /// Whether it read something that differs between trait sets.
  package var readsTraits: Bool
  /// Whether what its style and its handler set could not be told apart, and counts as the handler's.
  package var isUndivided: Bool
  package var reads: [KeyReading]

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

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    plugin = try members.required("plugin")
    style = try members.optional("style")
    handler = try members.optional("handler")
    microseconds = try members.optional("microseconds", default: 0)
    revision = try members.optional("revision", default: 0)
    readsTraits = try members.optional("readsTraits", default: false)
    isUndivided = try members.optional("isUndivided", default: false)
    reads = try members.optional("reads", default: [])
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("plugin", plugin)
    writer.member("style", ifPresent: style)
    writer.member("handler", ifPresent: handler)
    writer.member("microseconds", microseconds)
    writer.member("revision", revision)
    writer.member("readsTraits", readsTraits)
    if isUndivided { writer.member("isUndivided", true) }
    writer.member("reads", reads)
    writer.endObject()
  }
}
