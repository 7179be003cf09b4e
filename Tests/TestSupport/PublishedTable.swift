import FoundationEssentials
import Glibc

/// A file that is made of the sources (`scripts/record`): in `Config`, a table for everything that is made of it.
package enum PublishedTable {
  /// Throws where the file is not the table's text; with `BUTTOND_RECORD=1` writes it first.
  package static func compare(_ text: String, _ name: String, in folder: String = "Config") throws {
    let path = Products.source("\(folder)/\(name)")
    if getenv("BUTTOND_RECORD") != nil { try FileBytes.write(Array(text.utf8), to: path) }
    guard try FileBytes.read(path) == Array(text.utf8) else {
      throw TestFailure("\(folder)/\(name) is not what the sources say: run scripts/record")
    }
  }
}
