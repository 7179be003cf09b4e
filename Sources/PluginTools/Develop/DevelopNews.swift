/// What happens while a plugin is being developed.
package enum DevelopNews: Hashable, Sendable {
  /// With the seconds it took, and the build's warnings.
  case built(seconds: Double, warnings: String)
  /// With the build's output; the last version stays if there is one.
  case buildFailed(String, hasLast: Bool)
  /// It was built but is not used; the last version stays if there is one.
  case refused(String, hasLast: Bool)
  /// A version is in use; `picture` is where its looks are drawn.
  case loaded(PluginInstaller.Outcome, socket: String, picture: String?)
  /// Rows of examples for which there is no room.
  case leftOut(rows: Int)
  /// All looks of the first version, or of one with other styles.
  case looks([ShownLook])
  case changed([LookPair])
  /// A new version is in use, and no look has changed.
  case unchanged
  /// At the end: the looks that the plugin did not make.
  case troubled([ShownLook])
  case log(String)

  package struct LookPair: Hashable, Sendable {
    package let old: ShownLook
    package let new: ShownLook
  }
}
