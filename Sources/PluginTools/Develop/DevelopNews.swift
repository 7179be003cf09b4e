/// What happens while a plugin is being developed.
package enum DevelopNews: Hashable, Sendable {
  /// It was built: the seconds that took, and what the build warned of.
  case built(seconds: Double, warnings: String)
  /// It could not be built; the last version goes on if there is one. What the build said.
  case buildFailed(String, hasLast: Bool)
  /// It was built but is not used; the last version goes on if there is one.
  case refused(String, hasLast: Bool)
  /// A version is in use, for the first time or in place of another; where its looks are drawn.
  case loaded(PluginInstaller.Outcome, socket: String, picture: String?)
  /// Rows of examples for which there is no room.
  case leftOut(rows: Int)
  /// All looks of the first version, or of one with other styles.
  case looks([ShownLook])
  /// The looks that are others now, each after its last one.
  case changed([LookPair])
  /// A new version is in use, and every look is as it was.
  case unchanged
  /// At the end, the looks that the plugin did not make.
  case troubled([ShownLook])
  /// A line of the daemon's log: what the plugin says, and what becomes of it.
  case log(String)

  /// A look that is another now.
  package struct LookPair: Hashable, Sendable {
    package let old: ShownLook
    package let new: ShownLook
  }
}
