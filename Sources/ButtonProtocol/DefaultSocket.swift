/// Where the daemon listens, and clients look for it, when no socket is named.
package struct DefaultSocket: Hashable, Sendable {
  /// The daemon makes it.
  package let folder: String
  /// Any user could make a folder of this name, so it must be private and checked.
  package let isInSharedFolder: Bool

  /// The variable that names a socket to the daemon and to clients.
  package static let variable = "BUTTOND_SOCKET"

  package var path: String { "\(folder)/buttond.sock" }

  /// Chooses the user's run-time folder, `/run` for root, else the temporary folder.
  package init(
    user: UInt32, temporaryFolder: String = "/tmp", environment: (String) -> String?
  ) {
    if let runtime = environment("XDG_RUNTIME_DIR"), !runtime.isEmpty {
      (folder, isInSharedFolder) = ("\(runtime)/buttond", false)
    } else if user == 0 {
      (folder, isInSharedFolder) = ("/run/buttond", false)
    } else {
      (folder, isInSharedFolder) = ("\(temporaryFolder)/buttond-\(user)", true)
    }
  }
}
