import FoundationEssentials
import Glibc

/// A file in `Tests/Fixtures` that holds what was once looked at and found right.
///
/// With `BUTTOND_REWRITE_GOLDEN=1` files are written anew instead of compared, to be looked at before
/// they are committed.
package enum GoldenFile {
  /// Throws where a text differs from the file of a name, with the first line that does.
  package static func compare(
    _ text: String, _ name: String, caller: String = #filePath
  ) throws {
    let root = caller.split(separator: "/").dropLast(2).joined(separator: "/")
    let url = URL(filePath: "/\(root)/Fixtures/\(name)")
    if getenv("BUTTOND_REWRITE_GOLDEN") != nil {
      try Data(text.utf8).write(to: url)
      return
    }
    let golden = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    guard golden != text else { return }
    let was = golden.split(separator: "\n", omittingEmptySubsequences: false)
    let now = text.split(separator: "\n", omittingEmptySubsequences: false)
    let place = zip(was, now).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = place ?? min(was.count, now.count)
    throw TestFailure(
      "\(name), line \(line + 1), is not as it was; with BUTTOND_REWRITE_GOLDEN=1 it is written anew\n"
        + "was: \(line < was.count ? was[line] : "(the end)")\n"
        + "is:  \(line < now.count ? now[line] : "(the end)")")
  }
}
