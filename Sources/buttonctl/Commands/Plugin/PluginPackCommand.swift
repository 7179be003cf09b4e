import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC
import PluginHost
import PluginTools

/// `buttonctl plugin pack`: makes the file in which a plugin is distributed.
struct PluginPackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Pack a built plugin into one file for distribution.",
    discussion: """
      The file is a tar archive of the manifest with the library's SHA-256, the library, and with the \
      permission "resources" the other files of the folder except sources, with the SHA-256 of each. \
      The same files make the same bytes. The library is first started as the daemon would: one that \
      does not start, or does not match the manifest, is not packed.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Option(
    help: "Where to write; NAME-VERSION\(PluginArchive.suffix) here without it.",
    completion: .file())
  var output: String?

  func run(_ console: Console) async throws {
    let source = try PluginSource(folder)
    let output = output ?? "\(source.fileName)\(PluginArchive.suffix)"
    let trial = LibraryTrial(worker: try ToolLayout().worker())
    try PluginArchive.write(source, to: output, asking: trial)
    if console.printsJSON { return console.print(PluginPackCommand.document(source, output)) }
    var table = Table()
    for file in source.files { table.add(Table.Cell("  \(file.name)"), Table.Cell(file.size)) }
    console.print("packed \(source.manifest.id) \(source.manifest.version) into \(output):")
    console.print("  plugin.json\n\(table.text)")
  }

  private static func document(_ source: PluginSource, _ output: String) -> JSONDocument {
    JSONDocument { writer in
      writer.member("archive", output)
      writer.member("id", source.manifest.id)
      writer.member("version", source.manifest.version)
      writer.key("files")
      writer.beginArray()
      for file in source.files {
        writer.beginObject()
        writer.member("name", file.name)
        writer.member("size", file.size)
        writer.member("sha256", file.hash)
        writer.endObject()
      }
      writer.endArray()
    }
  }
}
