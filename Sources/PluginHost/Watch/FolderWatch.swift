import UVLoop

/// Watches folders of plugin folders, and says which of these have changed and come to rest.
final class FolderWatch {
  /// How many plugin folders are watched at most.
  static let capacity = 1_024

  private let loop: Loop
  private let roots: [String]
  private let settled: (String) -> Void
  private let failed: (String) -> Void
  private var settling: FolderSettling
  private var timer: Timer?
  private var watches: [String: FileWatch] = [:]
  private var hasFailed = false

  /// Watches the folders in `roots`; `settled` gets a plugin folder's path after it has changed, came
  /// or went; `failed` once what cannot be watched.
  init(
    _ roots: [String], figures: SupervisionFigures, on loop: Loop,
    settled: @escaping (String) -> Void, failed: @escaping (String) -> Void
  ) throws(UVError) {
    self.roots = roots
    self.loop = loop
    self.settled = settled
    self.failed = failed
    settling = FolderSettling(
      settleTime: figures.settleTime, settleTimeCap: figures.settleTimeCap)
    timer = try Timer(on: loop) { [weak self] in self?.wake() }
    for root in roots { watch(root: root) }
  }

  /// Watches a further folder whose changes are those of a plugin's.
  func watch(_ inner: String, of folder: String) {
    guard inner != folder, watches[inner] == nil else { return }
    watch(inner) { [weak self] _ in self?.changed(folder) }
  }

  /// Watches nothing any more.
  func close() {
    timer?.close()
    timer = nil
    for watch in watches.values { watch.close() }
    watches = [:]
  }

  private func watch(root: String) {
    watch(root) { [weak self] event in
      guard let self else { return }
      guard let name = event.name else { return changedAll(in: root) }
      if name.hasPrefix(".") { return }
      if event.isRename { watch(folder: "\(root)/\(name)") }
      changed("\(root)/\(name)")
    }
    for name in (try? PluginFile.subfolders(of: root)) ?? [] { watch(folder: "\(root)/\(name)") }
  }

  /// Watches the plugin folder of a path, which may be another one than before, or none.
  private func watch(folder: String) {
    watches.removeValue(forKey: folder)?.close()
    guard PluginFile.isFolder(folder) else { return }
    watch(folder) { [weak self] _ in self?.changed(folder) }
  }

  private func watch(_ path: String, _ body: @escaping (FileWatch.Event) -> Void) {
    guard watches.count < FolderWatch.capacity + roots.count else {
      return fail("there are more than \(FolderWatch.capacity) folders")
    }
    do throws(UVError) {
      watches[path] = try FileWatch(path, on: loop) { [weak self] result in
        switch result {
        case .success(let event): body(event)
        case .failure(let error): self?.fail("\(error)")
        }
      }
    } catch {
      fail("\(error)")
    }
  }

  /// Says once that not everything is watched.
  private func fail(_ what: String) {
    if hasFailed { return }
    hasFailed = true
    failed(what)
  }

  private func changedAll(in root: String) {
    for path in watches.keys where path.hasPrefix(root + "/") { changed(path) }
    for name in (try? PluginFile.subfolders(of: root)) ?? [] {
      watch(folder: "\(root)/\(name)")
      changed("\(root)/\(name)")
    }
  }

  private func changed(_ folder: String) {
    settling.changed(folder, at: loop.hrtime)
    setTimer()
  }

  private func wake() {
    for folder in settling.settled(at: loop.hrtime) { settled(folder) }
    setTimer()
  }

  private func setTimer() {
    guard let timer, let time = settling.wakeAt else { return }
    let now = loop.hrtime
    let delay = time > now ? (time - now + .millisecond - 1) / .millisecond : 0
    do throws(UVError) {
      try timer.start(after: delay)
    } catch {
      preconditionFailure("a timer that is open can be started")
    }
  }
}

@available(*, unavailable)
extension FolderWatch: Sendable {}
