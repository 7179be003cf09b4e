package import ButtonModel

/// One trait set as sent.
package struct BatchTraits: Hashable, Sendable {
  package var userInterfaceStyle: UserInterfaceStyle
  package var contrast: Contrast
  package var contentSize: ContentSize
  package var layoutDirection: LayoutDirection
  /// 0xRRGGBBAA.
  package var tint: UInt32
  package var locale: LanguageTag
  package var reduceMotion: Bool
  package var boldText: Bool

  package init(
    userInterfaceStyle: UserInterfaceStyle = .light, contrast: Contrast = .normal,
    contentSize: ContentSize = .l, layoutDirection: LayoutDirection = .leftToRight, tint: UInt32,
    locale: LanguageTag = .english, reduceMotion: Bool = false, boldText: Bool = false
  ) {
    self.userInterfaceStyle = userInterfaceStyle
    self.contrast = contrast
    self.contentSize = contentSize
    self.layoutDirection = layoutDirection
    self.tint = tint
    self.locale = locale
    self.reduceMotion = reduceMotion
    self.boldText = boldText
  }

  package init(_ traits: Traits, tint: UInt32) {
    self.init(
      userInterfaceStyle: traits.userInterfaceStyle, contrast: traits.contrast,
      contentSize: traits.contentSize, layoutDirection: traits.layoutDirection, tint: tint,
      locale: traits.locale, reduceMotion: traits.reduceMotion, boldText: traits.boldText)
  }

  package var traits: Traits {
    Traits(
      userInterfaceStyle: userInterfaceStyle, contrast: contrast, contentSize: contentSize,
      layoutDirection: layoutDirection, tint: .rgba(tint), locale: locale,
      reduceMotion: reduceMotion, boldText: boldText)
  }
}

extension FrameReader {
  mutating func readTraits() throws(MalformedFrame) -> BatchTraits {
    BatchTraits(
      userInterfaceStyle: try readCase("user interface style"),
      contrast: try readCase("contrast"), contentSize: try readCase("content size"),
      layoutDirection: try readCase("layout direction"), tint: try read(UInt32.self, "tint"),
      locale: try readLocale(), reduceMotion: try readBool("reduced motion"),
      boldText: try readBool("bold text"))
  }

  /// Empty stands for English.
  private mutating func readLocale() throws(MalformedFrame) -> LanguageTag {
    let start = offset
    let text = try readText(length: UInt8.self, "locale")
    if text.isEmpty { return .english }
    guard let tag = LanguageTag(String(decoding: text, as: UTF8.self)) else {
      throw MalformedFrame("locale", at: start)
    }
    return tag
  }

  /// A byte that is the case's position among all cases.
  mutating func readCase<T: CaseIterable>(_ what: StaticString) throws(MalformedFrame) -> T
  where T.AllCases == [T] {
    let index = Int(try read(UInt8.self, what))
    let cases = T.allCases
    guard index < cases.count else { throw MalformedFrame(what, at: offset - 1) }
    return cases[index]
  }
}

extension FrameBuffer {
  mutating func append(_ traits: BatchTraits) {
    append(position: traits.userInterfaceStyle)
    append(position: traits.contrast)
    append(position: traits.contentSize)
    append(position: traits.layoutDirection)
    append(traits.tint)
    append(traits.locale == .english ? "" : traits.locale.text, length: UInt8.self)
    append(UInt8(traits.reduceMotion ? 1 : 0))
    append(UInt8(traits.boldText ? 1 : 0))
  }

  mutating func append<T: CaseIterable & Equatable>(position value: T) where T.AllCases == [T] {
    append(UInt8(T.allCases.firstIndex(of: value) ?? 0))
  }
}
