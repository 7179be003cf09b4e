import ButtonModel
package import ButtonRender

/// What is drawn on a sheet.
package struct Gallery: Sendable {
  /// Which looks are shown.
  package enum Subject: Hashable, Sendable {
    /// Styles and handlers by name, each in every state.
    case styles([String])
    /// All that some plugins have; none is all plugins, and the system's styles.
    case plugins([String])
    /// Buttons of the daemon as they look now.
    case buttons([String])
  }

  package var subject: Subject
  package var states: [ShownState]
  package var displays: [Display]
  /// What the buttons say.
  package var title: String
  /// The name of their image, if they have one.
  package var image: String?

  package init(
    _ subject: Subject, states: [ShownState] = ShownState.allCases,
    displays: [Display] = [Display(.light), Display(.dark)], title: String = "Button",
    image: String? = nil
  ) {
    self.subject = subject
    self.states = states
    self.displays = displays
    self.title = title
    self.image = image
  }

  /// What stands above the sheet.
  var heading: String {
    switch subject {
    case .styles(let names): names.joined(separator: ", ")
    case .plugins(let names): names.isEmpty ? "All styles" : names.joined(separator: ", ")
    case .buttons(let ids): ids.joined(separator: ", ")
    }
  }
}
