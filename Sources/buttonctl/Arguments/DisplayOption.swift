import ArgumentParser
import ButtonModel
import ButtonProtocol
import ButtonRender

extension Display {
  /// Throws for an unknown name, with the parts of valid ones.
  static func parsed(_ name: String, isRightToLeft: Bool = false) throws -> Display {
    guard let display = Display(named: name, isRightToLeft: isRightToLeft) else {
      throw ValidationError("there is no display '\(name)'; \(names)")
    }
    return display
  }
}

struct DisplayOption: ParsableArguments {
  @Option(
    help: """
      The display: light or dark, and what else differs behind a +: high for raised contrast, a content \
      size from xS to AX5. (default: as the daemon is configured)
      """,
    completion: .list(["light", "dark"]),
    transform: { try Display.parsed($0) })
  var traits: Display?

  /// Nil for the daemon's own display.
  var request: TraitsRequest? {
    traits.map { display in
      var request = TraitsRequest()
      request.userInterfaceStyle = display.style
      if display.contrast != .normal { request.contrast = display.contrast }
      if display.contentSize != .l { request.contentSize = display.contentSize }
      return request
    }
  }
}
