/// A list of the host's with its file, which follows the list off the loop.
final class KeptList<List: StateList> {
  private(set) var list = List()
  /// The file is being written.
  private(set) var isWriting = false
  /// It has changed since the writing began.
  private var isToBeWritten = false
  private let folder: String?
  private let files: WorkLine
  private let failed: (String) -> Void

  /// A list in a state folder; without one it is kept in memory. `failed` hears why the file cannot be
  /// written.
  init(in folder: String?, _ files: WorkLine, failed: @escaping (String) -> Void) {
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
    if list != before { write() }
  }

  private func write() {
    guard let folder else { return }
    isToBeWritten = true
    if isWriting { return }
    isWriting = true
    isToBeWritten = false
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
        if let failure { failed(failure) }
        if isToBeWritten { write() }
      })
  }
}

@available(*, unavailable)
extension KeptList: Sendable {}
