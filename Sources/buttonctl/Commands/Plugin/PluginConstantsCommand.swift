import ArgumentParser
import ButtonClient
import ButtonProtocol
import JSONRPC
import PluginHost
import PluginTools

/// `buttonctl plugin constants`: what a manifest says, as constants of a plugin's source.
struct PluginConstantsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "constants", abstract: "Write what plugin.json says as constants of a language.",
    discussion: """
      Id, version, the names of styles and handlers, parameters with their defaults, and the keys of \
      reads, so that the source says none of it again: a name that is misspelt, or has gone, does not \
      compile. The Makefile of a new plugin runs this whenever plugin.json changes.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Option(help: "The language: \(PluginLanguage.allCases.map(\.rawValue).joined(separator: ", ")).")
  var language: PluginLanguage

  func run(_ console: Console) async throws {
    try PluginSource.requireManifest(in: folder)
    let file = "\(folder)/\(Manifest.fileName)"
    let bytes = try PluginFile.read(file, atMost: Manifest.maximumBytes)
    let manifest = try Manifest(bytes, file: file, parser: JSONParser())
    let text = ManifestConstants(manifest).text(in: language)
    guard console.printsJSON else { return console.print(String(text.dropLast())) }
    console.print(
      JSONDocument { writer in
        writer.member("id", manifest.id)
        writer.member("language", language.rawValue)
        writer.member("text", text)
      })
  }
}
