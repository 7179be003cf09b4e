import Glibc
import PluginHost

/// Keeps others from changing a folder of plugin folders while it lives.
struct FolderLock: ~Copyable {
  /// What a hidden folder is for until it has its name, or is gone.
  enum Purpose: String, CaseIterable {
    case installing, removing

    fileprivate var prefix: String { ".\(rawValue)-" }
  }

  private let folder: String
  private let descriptor: Int32

  /// Waits for others, and removes what killed ones have left.
  init(_ folder: String) throws(ToolError) {
    self.folder = folder
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(folder) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .system(folder) }
    }
    for entry in (try? PluginFile.entries(of: folder)) ?? []
    where Purpose.allCases.contains(where: { entry.name.hasPrefix($0.prefix) }) {
      PluginFile.removeTree("\(folder)/\(entry.name)")
    }
  }

  deinit { close(descriptor) }

  /// A new path at which no daemon looks for a plugin.
  func hiddenPath(_ purpose: Purpose) -> String {
    "\(folder)/\(purpose.prefix)\(UInt64.random(in: 0 ... .max))"
  }

  func sync() { fsync(descriptor) }
}
