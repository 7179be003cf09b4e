import UVLoop

/// Watches folders of plugin folders, and says which of these have changed and come to rest.
final class FolderWatch {
  /// How many plugin folders are watched at most.
  static let capacity = 1_024

  private let loop: Loop
  private var roots: [RootWatch] = []
  private let settled: (String) -> Void
  private let failed: (String) -> Void
  private var settling: FolderSettling
  private var timer: Timer?
  /// Plugin folders, and what lies deeper in them, by their paths.
  private var watches: [String: FileWatch] = [:]
  /// The plugin folders of what lies deeper.
  private var inner: [String: String] = [:]
  private var hasFailed = false

  /// Watches the folders in `roots`; `settled` gets a plugin folder's path after it has changed, came
  /// or went; `failed` once what cannot be watched.
  init(
    _ roots: [String], figures: SupervisionFigures, on loop: Loop,
    settled: @escaping (String) -> Void, failed: @escaping (String) -> Void
  ) throws(UVError) {
    self.loop = loop
    self.settled = settled
    self.failed = failed
    settling = FolderSettling(
      settleTime: figures.settleTime, settleTimeCap: figures.settleTimeCap)
    timer = try Timer(on: loop) { [weak self] in self?.wake() }
    for root in Set(roots).sorted() { watch(root: root) }
  }

  /// Watches a further folder whose changes are those of a plugin's.
  func watch(_ inner: String, of folder: String) {
    guard inner != folder, self.inner[inner] == nil else { return }
    self.inner[inner] = folder
    watchAnew(inner, of: folder)
  }

  /// Watches nothing any more.
  func close() {
    timer?.close()
    timer = nil
    for root in roots { root.close() }
    roots = []
    for watch in watches.values { watch.close() }
    watches = [:]
    inner = [:]
  }

  private func watch(root: String) {
    let watch = RootWatch(
      root, on: loop,
      entryChanged: { [weak self] in self?.changed($0, in: root) },
      appeared: { [weak self] in self?.changedAll(in: root) },
      failed: { [weak self] in self?.fail($0) })
    roots.append(watch)
    watch.start()
    for name in FolderWatch.names(in: root) { self.watch(folder: "\(root)/\(name)") }
  }

  private func changed(_ event: FileWatch.Event, in root: String) {
    guard let name = event.name else { return changedAll(in: root) }
    if name.hasPrefix(".") { return }
    if event.isRename { watch(folder: "\(root)/\(name)") }
    changed("\(root)/\(name)")
  }

  /// Watches the plugin folder of a path, which may be another one than before, or none.
  private func watch(folder: String) {
    watches.removeValue(forKey: folder)?.close()
    guard PluginFile.isFolder(folder) else { return }
    watch(folder) { [weak self] _ in self?.changed(folder) }
  }

  /// Watches what lies deeper in a plugin's folder, which may be another one than before, or none.
  private func watchAnew(_ inner: String, of folder: String) {
    watches.removeValue(forKey: inner)?.close()
    guard PluginFile.isFolder(inner) else { return }
    watch(inner) { [weak self] _ in self?.changed(folder) }
  }

  private func watch(_ path: String, _ body: @escaping (FileWatch.Event) -> Void) {
    guard watches.count < FolderWatch.capacity else {
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
      // What went away meanwhile is noticed in the folder above.
      if PluginFile.isFolder(path) { fail("\(error)") }
    }
  }

  /// Says once that not everything is watched.
  private func fail(_ what: String) {
    if hasFailed { return }
    hasFailed = true
    failed(what)
  }

  private func changedAll(in root: String) {
    let present = FolderWatch.names(in: root).map { "\(root)/\($0)" }
    let known = watches.keys.filter { $0.hasPrefix(root + "/") && inner[$0] == nil }
    for folder in Set(present + known).sorted() {
      watch(folder: folder)
      changed(folder)
    }
  }

  /// The names of a folder's plugin folders; none when it is not there.
  private static func names(in root: String) -> [String] {
    (try? PluginFile.subfolders(of: root)) ?? []
  }

  private func changed(_ folder: String) {
    settling.changed(folder, at: loop.hrtime)
    setTimer()
  }

  private func wake() {
    for folder in settling.settled(at: loop.hrtime) {
      for (path, owner) in inner where owner == folder { watchAnew(path, of: folder) }
      settled(folder)
    }
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
