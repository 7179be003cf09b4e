package import ButtonModel
package import JSONRPC

/// The traits that a request names; those it leaves out come from the daemon's configuration.
package struct TraitsRequest: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var userInterfaceStyle: UserInterfaceStyle?
  package var contrast: Contrast?
  package var contentSize: ContentSize?
  package var layoutDirection: LayoutDirection?
  package var tint: Color?

  private static let names = [
    "userInterfaceStyle", "contrast", "contentSize", "layoutDirection", "tint",
  ]

  package init() {}

  /// Names every trait.
  package init(_ traits: Traits) {
    userInterfaceStyle = traits.userInterfaceStyle
    contrast = traits.contrast
    contentSize = traits.contentSize
    layoutDirection = traits.layoutDirection
    tint = traits.tint
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    try json.allowOnly(TraitsRequest.names)
    userInterfaceStyle = try members.optional("userInterfaceStyle")
    contrast = try members.optional("contrast")
    contentSize = try members.optional("contentSize")
    layoutDirection = try members.optional("layoutDirection")
    tint = try members.optional("tint")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("userInterfaceStyle", ifPresent: userInterfaceStyle)
    writer.member("contrast", ifPresent: contrast)
    writer.member("contentSize", ifPresent: contentSize)
    writer.member("layoutDirection", ifPresent: layoutDirection)
    writer.member("tint", ifPresent: tint)
    writer.endObject()
  }

  /// All traits, with `defaults` for those left out.
  package func filled(from defaults: Traits) -> Traits {
    Traits(
      userInterfaceStyle: userInterfaceStyle ?? defaults.userInterfaceStyle,
      contrast: contrast ?? defaults.contrast,
      contentSize: contentSize ?? defaults.contentSize,
      layoutDirection: layoutDirection ?? defaults.layoutDirection,
      tint: tint ?? defaults.tint)
  }
}
