import ArgumentParser
import ButtonClient
import JSONRPC
import PluginTools

struct PluginCheckCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a plugin for problems.",
    discussion: """
      Every item runs in the worker and sandbox that the daemon uses, for at most ten seconds. Random \
      inputs come from a seed, which is printed; --reproduce repeats them.

      Items: \(PluginCheck.itemNames.joined(separator: ", ")).

      The exit code is 0 if nothing failed or crashed (with --strict: and there is no warning), else 1.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The plugin's folder.", completion: .directory)
  var folder = "."

  @Flag(help: "Print one JSON document.")
  var json = false

  @Flag(help: "Treat warnings as failures.")
  var strict = false

  @Option(help: "The seed of the random inputs.")
  var seed: UInt64?

  @Option(help: ArgumentHelp("The random inputs of an earlier check.", valueName: "SEED[:CASE]"))
  var reproduce: ReproduceArgument?

  @Option(help: "Run only this item; may be repeated.")
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

  var printsJSON: Bool { json || program.json }

  func run(_ console: Console) async throws {
    let text = CheckText(usesColor: console.usesColor)
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
  }

  /// To repeat one random button, only the random item runs.
  private var items: Set<String>? {
    if !only.isEmpty { return Set(only) }
    return reproduce?.number == nil ? nil : ["fuzz"]
  }
}

/// `SEED` or `SEED:CASE`: random inputs of an earlier check.
struct ReproduceArgument: ExpressibleByArgument {
  let seed: UInt64
  /// The number of the one button; nil for all.
  let number: Int?

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let seed = UInt64(parts[0]) else { return nil }
    self.seed = seed
    guard parts.count == 2 else {
      number = nil
      return
    }
    guard let number = Int(parts[1]), number >= 0 else { return nil }
    self.number = number
  }
}
