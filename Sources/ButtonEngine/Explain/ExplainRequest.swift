package import ButtonModel
import ButtonProtocol

/// A request for how a button came to look as it does.
package struct ExplainRequest: Sendable {
  /// What of the appearance is asked for.
  package enum Subject: Hashable, Sendable {
    case everything
    case property(AppearanceKey)
    /// A key under a third party's own name.
    case extra(String)
  }

  package var id: UTF8String
  package var subject: Subject
  package var traits: Traits

  package init(id: UTF8String, subject: Subject = .everything, traits: Traits) {
    self.id = id
    self.subject = subject
    self.traits = traits
  }

  /// The button that it is about.
  var match: Match { Match(ids: [id]) }
}
