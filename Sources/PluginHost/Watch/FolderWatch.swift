import Supervision
import UVLoop

/// Watches folders of plugin folders, and reports plugin folders that have changed and settled.
final class FolderWatch {
  /// The watched folders, plugins' own and those below them.
  static let capacity = 4_096
  /// Beyond, changes of further folders are missed.
  static let waitingCapacity = 4_096
  /// The folders handled in one turn of the loop, which serves others too.
  static let foldersPerTurn = 32

  private let loop: Loop
  private var roots: [RootWatch] = []
  private let settled: (String) -> Void
  private let failed: (String) -> Void
  private var settling: FolderSettling
  private var timer: Timer?
  /// `max` while it is stopped.
  private var timerIsSetTo = UInt64.max
  /// Plugin folders that may have been replaced and must be watched again.
  private var appeared: Set<String> = []
  /// Plugin folders and those below them, by path.
  private var watches: [String: FileWatch] = [:]
  /// The plugin folders of those below them.
  private var inner: [String: String] = [:]
  private var hasFailed = false

  /// `settled` gets a plugin folder's path after it has changed, appeared or gone, `failed` once
  /// what cannot be watched.
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

  /// Sets which folders below a plugin's folder are watched. If one is new, the plugin is read
  /// again: it may have changed before it was watched.
  func watch(_ folders: [String], of folder: String) {
    var isNew = false
    for path in folders where inner[path] == nil {
      inner[path] = folder
      watchAnew(path, of: folder)
      isNew = true
    }
    for (path, owner) in inner where owner == folder && !folders.contains(path) {
      inner[path] = nil
      watches.removeValue(forKey: path)?.close()
    }
    if isNew { changed(folder) }
  }

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
    let folder = "\(root)/\(name)"
    if event.isRename { appear(folder) } else { changed(folder) }
  }

  /// Watches a folder in one of the next turns, as thousands may appear at once, and reads it once
  /// it has settled after that.
  private func appear(_ folder: String) {
    guard appeared.count < FolderWatch.waitingCapacity || appeared.contains(folder) else {
      return fail("more than \(FolderWatch.waitingCapacity) folders appeared at once")
    }
    appeared.insert(folder)
    setTimer(loop.hrtime)
  }

  /// Watches the plugin folder at a path, which may have been replaced or removed.
  private func watch(folder: String) {
    watches.removeValue(forKey: folder)?.close()
    guard PluginFile.isFolder(folder) else { return }
    watch(folder) { [weak self] _ in self?.changed(folder) }
  }

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
      // What has disappeared meanwhile is noticed in the folder above.
      if PluginFile.isFolder(path) { fail("\(error)") }
    }
  }

  /// Reports once that not everything is watched.
  private func fail(_ what: String) {
    if hasFailed { return }
    hasFailed = true
    failed(what)
  }

  private func changedAll(in root: String) {
    let present = FolderWatch.names(in: root).map { "\(root)/\($0)" }
    let known = watches.keys.filter { $0.hasPrefix(root + "/") && inner[$0] == nil }
    for folder in Set(present + known) { appear(folder) }
  }

  private static func names(in root: String) -> [String] {
    (try? PluginFile.subfolders(of: root)) ?? []
  }

  private func changed(_ folder: String) {
    // Folders that are watched again are read after that.
    if appeared.contains(folder) { return }
    guard settling.count < FolderWatch.waitingCapacity else {
      return fail("more than \(FolderWatch.waitingCapacity) folders changed at once")
    }
    setTimer(settling.changed(folder, at: loop.hrtime))
  }

  private func wake() {
    timerIsSetTo = .max
    for folder in appeared.prefix(FolderWatch.foldersPerTurn) {
      appeared.remove(folder)
      watch(folder: folder)
      changed(folder)
    }
    let folders = settling.settled(at: loop.hrtime, atMost: FolderWatch.foldersPerTurn)
    if !folders.isEmpty {
      for (path, owner) in inner where folders.contains(owner) { watchAnew(path, of: owner) }
    }
    for folder in folders where !PluginFile.isFolder(folder) { watch([], of: folder) }
    for folder in folders { settled(folder) }
    if !appeared.isEmpty { setTimer(loop.hrtime) }
    if let time = settling.wakeAt { setTimer(time) }
  }

  /// Has `wake` called at a time, unless it is called earlier, and never within this turn.
  private func setTimer(_ time: UInt64) {
    guard time < timerIsSetTo, let timer else { return }
    let now = loop.now * .millisecond
    let delay = time > now ? (time - now + .millisecond - 1) / .millisecond : 1
    do throws(UVError) {
      try timer.start(after: max(1, delay))
      timerIsSetTo = time
    } catch {
      preconditionFailure("a timer that is open can be started")
    }
  }
}

@available(*, unavailable)
extension FolderWatch: Sendable {}
