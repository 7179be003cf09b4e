package import ButtonModel

/// One trait set as it travels: the tint is already flattened.
package struct BatchTraits: Hashable, Sendable {
  package var userInterfaceStyle: UserInterfaceStyle
  package var contrast: Contrast
  package var contentSize: ContentSize
  package var layoutDirection: LayoutDirection
  /// 0xRRGGBBAA.
  package var tint: UInt32

  /// A trait set of these parts.
  package init(
    userInterfaceStyle: UserInterfaceStyle = .light, contrast: Contrast = .normal,
    contentSize: ContentSize = .l, layoutDirection: LayoutDirection = .leftToRight, tint: UInt32
  ) {
    self.userInterfaceStyle = userInterfaceStyle
    self.contrast = contrast
    self.contentSize = contentSize
    self.layoutDirection = layoutDirection
    self.tint = tint
  }

  /// A trait set whose tint has been flattened by the caller.
  package init(_ traits: Traits, tint: UInt32) {
    self.init(
      userInterfaceStyle: traits.userInterfaceStyle, contrast: traits.contrast,
      contentSize: traits.contentSize, layoutDirection: traits.layoutDirection, tint: tint)
  }

  /// The same as the model's traits, with a fixed colour as tint.
  package var traits: Traits {
    Traits(
      userInterfaceStyle: userInterfaceStyle, contrast: contrast, contentSize: contentSize,
      layoutDirection: layoutDirection, tint: .rgba(tint))
  }
}

extension FrameReader {
  mutating func readTraits() throws(MalformedFrame) -> BatchTraits {
    BatchTraits(
      userInterfaceStyle: try readCase("user interface style"),
      contrast: try readCase("contrast"), contentSize: try readCase("content size"),
      layoutDirection: try readCase("layout direction"), tint: try read(UInt32.self, "tint"))
  }

  /// The next byte as the position of a case among all cases.
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
  }

  /// Adds the position of a case among all cases.
  mutating func append<T: CaseIterable & Equatable>(position value: T) where T.AllCases == [T] {
    append(UInt8(T.allCases.firstIndex(of: value) ?? 0))
  }
}
