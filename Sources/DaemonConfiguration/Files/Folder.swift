/// A folder that relative paths lead from.
package struct Folder {
  /// Empty for the one the daemon was started in, else with a `/` at its end.
  private let prefix: Substring

  /// The folder of a file.
  package init(of file: String) {
    prefix = file.lastIndex(of: "/").map { file[...$0] } ?? ""
  }

  /// A path as it is to be opened.
  package func path(_ path: String) -> String { path.hasPrefix("/") ? path : prefix + path }
}
