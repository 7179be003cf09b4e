/// A list of the host's and its file, which is written off the loop after each change.
final class PersistentList<List: StateList> {
  private(set) var list = List()
  private var version = 0
  /// The version in the file.
  private var keptVersion = 0
  private(set) var isWriting = false
  /// Callbacks that wait until the file has a version.
  private var waiters: [(version: Int, then: (String?) -> Void)] = []
  private let folder: String?
  private let files: SerialWorkQueue
  private let failed: (String) -> Void

  /// Without a folder the list is kept in memory. `failed` gets the reason if the file cannot be
  /// written.
  init(in folder: String?, _ files: SerialWorkQueue, failed: @escaping (String) -> Void) {
    self.folder = folder
    self.files = files
    self.failed = failed
  }

  /// Reads the file; returns a warning if something is wrong with it.
  func read() -> String? {
    guard let folder else { return nil }
    let (list, warning) = StateListFile<List>(folder: folder).read()
    self.list = list
    return warning
  }

  /// Writes the file if the list has changed.
  func change(_ body: (inout List) -> Void) {
    let before = list
    body(&list)
    guard list != before, folder != nil else { return }
    version += 1
    write()
  }

  /// Calls `then` once the file has the current list, or with the reason why it cannot be written.
  /// False, without a call, if the file has it already. Writes a list again that could not be
  /// written.
  func whenKept(then: @escaping (String?) -> Void) -> Bool {
    if keptVersion == version { return false }
    waiters.append((version, then))
    write()
    return true
  }

  /// Writes a list that could not be written.
  func writeAgain() {
    if keptVersion < version { write() }
  }

  /// Unless a write is in progress, which starts the next one when it ends.
  private func write() {
    guard let folder, !isWriting else { return }
    isWriting = true
    let version = version
    files.add(
      { [list] () -> String? in
        do throws(FileError) {
          try StateListFile<List>(folder: folder).write(list)
          return nil
        } catch {
          return "the \(List.noun) cannot be written: \(error)"
        }
      }, for: .keeping,
      then: { [weak self] failure in
        guard let self else { return }
        isWriting = false
        if let failure { failed(failure) } else { keptVersion = version }
        if self.version > version { write() }
        tellWaiters(of: version, failure)
      })
  }

  private func tellWaiters(of version: Int, _ failure: String?) {
    let count = waiters.prefix { $0.version <= version }.count
    let told = waiters.prefix(count)
    waiters.removeFirst(count)
    for waiter in told { waiter.then(failure) }
  }
}

@available(*, unavailable)
extension PersistentList: Sendable {}
