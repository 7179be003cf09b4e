import ButtonModel
package import ButtonRender

package struct Gallery: Sendable {
  package enum Subject: Hashable, Sendable {
    /// Styles and handlers by name, each in every state.
    case styles([String])
    /// All that some plugins have; empty for all plugins and the system's styles.
    case plugins([String])
    /// Buttons of the daemon as they look now.
    case buttons([String])
  }

  package var subject: Subject
  package var states: [ShownState]
  package var displays: [Display]
  /// The buttons' title.
  package var title: String
  /// The buttons' image; nil for none.
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

  var heading: String {
    switch subject {
    case .styles(let names): names.joined(separator: ", ")
    case .plugins(let names): names.isEmpty ? "All styles" : names.joined(separator: ", ")
    case .buttons(let ids): ids.joined(separator: ", ")
    }
  }
}
