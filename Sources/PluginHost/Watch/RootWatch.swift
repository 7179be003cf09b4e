import UVLoop

/// Watches a folder of plugin folders, even when it is removed and made again: a watch follows the
/// folder, not its path, so the nearest existing folder above is watched as well.
final class RootWatch {
  let path: String
  private let loop: Loop
  private let entryChanged: (FileWatch.Event) -> Void
  private let appeared: () -> Void
  private let failed: (String) -> Void
  private var root: FileWatch?
  private var above: FileWatch?
  private var isClosed = false

  /// Watches from `start` on. `entryChanged` gets what happens in the folder; `appeared` is called
  /// when the path may have another folder, or none.
  init(
    _ path: String, on loop: Loop, entryChanged: @escaping (FileWatch.Event) -> Void,
    appeared: @escaping () -> Void, failed: @escaping (String) -> Void
  ) {
    self.path = path
    self.loop = loop
    self.entryChanged = entryChanged
    self.appeared = appeared
    self.failed = failed
  }

  /// Watches what is at the path now.
  func start() {
    if isClosed { return }
    root?.close()
    root = nil
    watchAbove()
    guard PluginFile.isFolder(path) else { return }
    root = watch(path) { [weak self] in self?.heard($0) }
  }

  func close() {
    isClosed = true
    root?.close()
    above?.close()
  }

  /// Watches the nearest existing folder above for the next part of the path.
  private func watchAbove() {
    above?.close()
    above = nil
    var below = path
    while let folder = RootWatch.parent(of: below) {
      if PluginFile.isFolder(folder) {
        let names = [RootWatch.name(of: below), RootWatch.name(of: folder)]
        above = watch(folder) { [weak self] event in
          guard event.isRename, event.name.map(names.contains) ?? true else { return }
          self?.changedAbove()
        }
        // The next part may have appeared before the watch began: then watch that.
        if below == path || !PluginFile.isFolder(below) { return }
        above?.close()
        above = nil
        below = path
      } else {
        below = folder
      }
    }
  }

  private func changedAbove() {
    start()
    appeared()
  }

  private func heard(_ event: FileWatch.Event) {
    // The folder itself disappeared: the event has its name.
    if event.isRename, !PluginFile.isFolder(path) { return changedAbove() }
    entryChanged(event)
  }

  private func watch(_ path: String, _ body: @escaping (FileWatch.Event) -> Void) -> FileWatch? {
    do throws(UVError) {
      return try FileWatch(path, on: loop) { [weak self] result in
        switch result {
        case .success(let event): body(event)
        case .failure(let error): self?.failed("\(error)")
        }
      }
    } catch {
      // What has disappeared meanwhile is awaited in the folder above.
      if PluginFile.isFolder(path) { failed("\(error)") }
      return nil
    }
  }

  /// Nil for a path without a parent.
  private static func parent(of path: String) -> String? {
    guard path != "/", path != "." else { return nil }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }
}

@available(*, unavailable)
extension RootWatch: Sendable {}
