package import ButtonModel
package import JSONRPC

/// The daemon's configuration has the traits that a request leaves out.
package struct TraitsRequest: WireObject, Hashable {
  package static var schema: Schema { .reference("Traits") }

  package var userInterfaceStyle: UserInterfaceStyle?
  package var contrast: Contrast?
  package var contentSize: ContentSize?
  package var layoutDirection: LayoutDirection?
  package var tint: Color?
  package var locale: LanguageTag?
  package var reduceMotion: Bool?
  package var boldText: Bool?

  private static let names = [
    "userInterfaceStyle", "contrast", "contentSize", "layoutDirection", "tint", "locale",
    "reduceMotion", "boldText",
  ]

  package init() {}

  /// Leaves traits that not every daemon knows out while they are at their default.
  package init(_ traits: Traits) {
    userInterfaceStyle = traits.userInterfaceStyle
    contrast = traits.contrast
    contentSize = traits.contentSize
    layoutDirection = traits.layoutDirection
    tint = traits.tint
    let usual = Traits()
    if traits.locale != usual.locale { locale = traits.locale }
    if traits.reduceMotion != usual.reduceMotion { reduceMotion = traits.reduceMotion }
    if traits.boldText != usual.boldText { boldText = traits.boldText }
  }

  package init(json: JSONElement) throws(ProtocolError) {
    var members = try CheckedMembers(of: json, TraitsRequest.names)
    visit(&members)
    try members.check()
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.optional("userInterfaceStyle", &userInterfaceStyle)
    try fields.optional("contrast", &contrast)
    try fields.optional("contentSize", &contentSize)
    try fields.optional("layoutDirection", &layoutDirection)
    try fields.optional("tint", &tint, as: .described(.reference("Color")))
    try fields.optional("locale", &locale)
    try fields.optional("reduceMotion", &reduceMotion)
    try fields.optional("boldText", &boldText)
  }

  package func filled(from defaults: Traits) -> Traits {
    Traits(
      userInterfaceStyle: userInterfaceStyle ?? defaults.userInterfaceStyle,
      contrast: contrast ?? defaults.contrast,
      contentSize: contentSize ?? defaults.contentSize,
      layoutDirection: layoutDirection ?? defaults.layoutDirection,
      tint: tint ?? defaults.tint,
      locale: locale ?? defaults.locale,
      reduceMotion: reduceMotion ?? defaults.reduceMotion,
      boldText: boldText ?? defaults.boldText)
  }
}
