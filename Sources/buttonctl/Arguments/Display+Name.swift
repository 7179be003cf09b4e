import ArgumentParser
import ButtonModel
import ButtonRender

extension Display {
  /// A display by what differs from the usual one, `dark+high+AX1`; nil where that is not a display.
  private init?(named name: String, isRightToLeft: Bool) {
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

  /// The display of a name; otherwise throws what such names are made of.
  static func parsed(_ name: String, isRightToLeft: Bool = false) throws -> Display {
    guard let display = Display(named: name, isRightToLeft: isRightToLeft) else {
      throw ValidationError("there is no display '\(name)'; \(names)")
    }
    return display
  }

  /// What names of displays are made of.
  private static var names: String {
    "there are light and dark, followed by +high for raised contrast and by + and a content size: "
      + ContentSize.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
