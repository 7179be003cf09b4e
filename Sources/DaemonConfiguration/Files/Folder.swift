/// A folder that relative paths lead from.
package struct Folder {
  /// Empty for the folder that the daemon was started in, else with a `/` at its end.
  private let prefix: Substring

  package init(of file: String) {
    prefix = file.lastIndex(of: "/").map { file[...$0] } ?? ""
  }

  /// As it is to be opened.
  package func path(_ path: String) -> String { path.hasPrefix("/") ? path : prefix + path }
}
