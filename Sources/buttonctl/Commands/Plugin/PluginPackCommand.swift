import ArgumentParser
import ButtonClient
import ButtonModel
import Glibc
import JSONRPC
import PluginHost
import PluginTools

/// `buttonctl plugin pack`: makes the one file in which a plugin is handed out.
struct PluginPackCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Pack a built plugin into one file to hand out.",
    discussion: """
      The file holds the manifest with the library's SHA-256, the library, with the permission \
      "resources" the other files of the folder that are no sources, and the SHA-256 of each. The same \
      files make the same bytes. It is a tar archive. The library is started first, as the daemon \
      would: one that does not start, or is not what the manifest says, is not packed.
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
    var writer = JSONWriter()
    writer.beginObject()
    for (key, value) in [
      ("archive", output), ("id", source.manifest.id), ("version", source.manifest.version),
    ] {
      writer.key(key)
      writer.string(value)
    }
    writer.key("files")
    writer.beginArray()
    for file in source.files {
      writer.beginObject()
      writer.key("name")
      writer.string(file.name)
      writer.key("size")
      writer.int(file.size)
      writer.key("sha256")
      writer.string(file.hash)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return JSONDocument(writer)
  }
}
