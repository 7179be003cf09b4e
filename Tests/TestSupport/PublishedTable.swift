import FoundationEssentials
import Glibc

/// A file in `Config` that has a table of the sources, for everything that is made of it (`scripts/record`).
package enum PublishedTable {
  /// Throws where the file is not the table's text; with `BUTTOND_RECORD=1` writes it first.
  package static func compare(_ text: String, _ name: String) throws {
    let path = Products.source("Config/\(name)")
    if getenv("BUTTOND_RECORD") != nil { try FileBytes.write(Array(text.utf8), to: path) }
    guard try FileBytes.read(path) == Array(text.utf8) else {
      throw TestFailure("Config/\(name) is not what the sources say: run scripts/record")
    }
  }
}
