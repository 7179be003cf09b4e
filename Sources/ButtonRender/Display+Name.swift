import ButtonModel

extension Display {
  /// A display by what differs from the usual one, `dark+high+AX1`; nil where that is not a display.
  package init?(named name: String, isRightToLeft: Bool = false) {
    let words = name.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard let style = UserInterfaceStyle(rawValue: words[0]) else { return nil }
    self.init(style, isRightToLeft: isRightToLeft)
    for word in words.dropFirst() {
      if let contrast = Contrast(rawValue: word) {
        self.contrast = contrast
      } else if let size = ContentSize(rawValue: word) {
        contentSize = size
      } else {
        return nil
      }
    }
  }

  /// What names of displays are made of.
  package static var names: String {
    "there are light and dark, followed by +high for raised contrast and by + and a content size: "
      + ContentSize.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
