import Glibc
import TestSupport

/// A folder with a configuration of one test's own: `buttond.yaml`, `buttons.d` and `themes`.
final class ConfiguredFolder {
  let folder = TemporaryFolder()

  /// What a daemon is started with.
  var arguments: [String] { ["--config", path] }

  /// The configuration's path.
  var path: String { folder.file("buttond.yaml") }

  init(_ configuration: String = "") throws {
    try Folder.make(folder.file("buttons.d"))
    try Folder.make(folder.file("themes"))
    folder.write(configuration, to: "buttond.yaml")
  }

  /// Leaves an empty configuration alone.
  func empty() throws {
    for part in ["buttons.d", "themes"] {
      for name in try Folder.names(in: folder.file(part)) { unlink(folder.file("\(part)/\(name)")) }
    }
    configure("")
  }

  /// Replaces the configuration's text.
  func configure(_ text: String) { folder.write(text, to: "buttond.yaml") }

  /// Replaces a file of buttons.
  func define(_ text: String, in name: String = "shop.yaml") {
    folder.write(text, to: "buttons.d/\(name)")
  }

  /// Replaces the theme `shop`, with lines of tokens in its group `button`, the first being line 3.
  func theme(_ tokens: String) {
    folder.write("{\n\"button\": {\n\(tokens)\n}\n}\n", to: "themes/shop.tokens.json")
  }
}
