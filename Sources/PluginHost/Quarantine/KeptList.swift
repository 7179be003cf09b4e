/// A list of the host's with its file, which follows the list off the loop.
final class KeptList<List: StateList> {
  private(set) var list = List()
  /// How often the list has changed.
  private var version = 0
  /// The version that the file holds.
  private var keptVersion = 0
  /// The file is being written.
  private(set) var isWriting = false
  /// Who waits until the file holds a version.
  private var waiters: [(version: Int, then: (String?) -> Void)] = []
  private let folder: String?
  private let files: SerialWorkQueue
  private let failed: (String) -> Void

  /// A list in a state folder; without one it is kept in memory. `failed` is called with the reason if the
  /// file cannot be written.
  init(in folder: String?, _ files: SerialWorkQueue, failed: @escaping (String) -> Void) {
    self.folder = folder
    self.files = files
    self.failed = failed
  }

  /// Reads the file; the warning says what is wrong with it.
  func read() -> String? {
    guard let folder else { return nil }
    let (list, warning) = StateListFile<List>(folder: folder).read()
    self.list = list
    return warning
  }

  /// Changes the list, and the file if the list is another one then.
  func change(_ body: (inout List) -> Void) {
    let before = list
    body(&list)
    guard list != before, folder != nil else { return }
    version += 1
    write()
  }

  /// Calls `then` once the file holds the list as it is now, or with the reason why it cannot be written;
  /// false, and it is not called, where the file does. A list that could not be written is tried again.
  func whenKept(then: @escaping (String?) -> Void) -> Bool {
    if keptVersion == version { return false }
    waiters.append((version, then))
    write()
    return true
  }

  /// Writes the list unless a writing is under way, behind which the next one begins.
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

  /// Calls those who waited for a version or an earlier one.
  private func tellWaiters(of version: Int, _ failure: String?) {
    let count = waiters.prefix { $0.version <= version }.count
    let told = waiters.prefix(count)
    waiters.removeFirst(count)
    for waiter in told { waiter.then(failure) }
  }
}

@available(*, unavailable)
extension KeptList: Sendable {}
