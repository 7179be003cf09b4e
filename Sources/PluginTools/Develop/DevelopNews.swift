/// What happens while a plugin is being developed.
package enum DevelopNews: Hashable, Sendable {
  /// The build succeeded, with the seconds it took and its warnings.
  case built(seconds: Double, warnings: String)
  /// The build failed, with its output; the last version stays if there is one.
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
  /// The development ends, with the looks that the plugin did not make.
  case troubled([ShownLook])
  case log(String)

  package struct LookPair: Hashable, Sendable {
    package let old: ShownLook
    package let new: ShownLook
  }
}
