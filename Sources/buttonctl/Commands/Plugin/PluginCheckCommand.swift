import ArgumentParser
import ButtonClient
import JSONRPC
import PluginTools

/// `buttonctl plugin check`: what is wrong with a plugin, found out in the real worker.
struct PluginCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Find out what is wrong with a plugin.",
    discussion: """
      Every item runs in the worker and sandbox in which the daemon runs plugins, for ten seconds at \
      most. Random inputs follow from a seed, which is printed; what they found can be had again \
      with --reproduce.

      Items: \(PluginCheck.itemNames.joined(separator: ", ")).

      Ends with 0 when nothing failed or crashed (with --strict: when there is no warning either), \
      and with 1 otherwise.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "Let warnings count as failures.")
  var strict = false

  @Option(help: "What random inputs follow from.")
  var seed: UInt64?

  @Option(help: ArgumentHelp("The random inputs of an earlier check.", valueName: "SEED[:CASE]"))
  var reproduce: ReproduceArgument?

  @Option(help: "Try this item alone; may be given more than once.")
  var only: [String] = []

  func validate() throws {
    if seed != nil, reproduce != nil {
      throw ValidationError("give --seed or --reproduce, not both")
    }
    for name in only where !PluginCheck.itemNames.contains(name) {
      throw ValidationError(
        "there is no item '\(name)'; there are \(PluginCheck.itemNames.joined(separator: ", "))")
    }
  }

  func run() async throws {
    let console = Console(program, printsJSON: json)
    let text = CheckText(usesColor: console.usesColor)
    do {
      try PluginSource.requireManifest(in: folder)
      let settings = CheckSettings(
        folder: folder, workerPath: try ToolLayout().worker(),
        seed: reproduce?.seed ?? seed ?? .random(in: 0 ... .max),
        reproducedCase: reproduce?.number, only: items)
      let report = try PluginCheck(settings).run { result in
        if !console.printsJSON, result.status != .skipped {
          console.print(painted: text.lines(result))
        }
      }
      if console.printsJSON {
        var writer = JSONWriter()
        report.write(into: &writer, strict: strict)
        console.print(JSONDocument(writer))
      } else {
        console.print(painted: text.lines(skipped: report.results.filter { $0.status == .skipped }))
        console.print(text.summary(report, strict: strict))
      }
      if !report.passes(strict: strict) { throw ExitCode(1) }
    } catch let error as ToolError {
      console.complain(error.message)
      throw ExitCode(1)
    }
  }

  /// The items to try: with a random button to repeat, the random part alone.
  private var items: Set<String>? {
    if !only.isEmpty { return Set(only) }
    return reproduce?.number == nil ? nil : ["fuzz"]
  }
}
