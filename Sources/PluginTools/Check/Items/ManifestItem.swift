import ButtonModel
import JSONRPC
import PluginHost

/// Every mistake of the manifest with its path, and whether it fits the files.
struct ManifestItem: CheckItem {
  let id = "manifest"
  let title = "plugin.json is right and fits the files"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let file = "\(context.settings.folder)/\(Manifest.fileName)"
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PluginFile.read(file, atMost: Manifest.maximumBytes)
    } catch {
      throw .finding(
        CheckFinding(
          .failed, "\(error)", at: CheckPlace(path: Manifest.fileName),
          remedy: "give the folder that holds plugin.json and the library"))
    }
    let faults = Manifest.faults(bytes, file: file, parser: JSONParser())
    if !faults.isEmpty { return faults.map(finding) }
    do throws(TakeRefusal) { try context.take() } catch {
      if let finding = unbuilt(bytes, file, context) { throw .finding(finding) }
      throw .finding(
        CheckFinding(
          .failed, error.description, at: CheckPlace(path: Manifest.fileName),
          remedy: "build the library where the manifest names it, and update its SHA-256"))
    }
    guard let manifest = context.plugin?.manifest else { return [] }
    return advice(manifest) + stale(manifest, context)
  }

  /// The library is older than a source: what is checked is not what its author sees.
  private func stale(_ manifest: Manifest, _ context: CheckContext) -> [CheckFinding] {
    guard let source = PluginSource.unbuiltSource(of: manifest, in: context.settings.folder)
    else { return [] }
    return [
      CheckFinding(
        .warning, "\(source) was saved after the library was built",
        at: CheckPlace(path: "library"), remedy: "run make")
    ]
  }

  /// The library for this machine does not exist.
  private func unbuilt(
    _ bytes: [UInt8], _ file: String, _ context: CheckContext
  ) -> CheckFinding? {
    guard let manifest = try? Manifest(bytes, file: file, parser: JSONParser()),
      let library = PluginSource.unbuiltLibrary(of: manifest, in: context.settings.folder)
    else { return nil }
    context.obstacle = "the library is not built"
    return CheckFinding(
      .failed, "\(library): the library is not built", at: CheckPlace(path: Manifest.fileName),
      remedy: "run make")
  }

  private func finding(_ fault: ManifestError) -> CheckFinding {
    CheckFinding(
      .failed, fault.what,
      at: CheckPlace(path: fault.path.isEmpty ? Manifest.fileName : fault.path),
      remedy: "see the schema of plugin.json (share/buttond/schemas)")
  }

  /// What is allowed but harmful.
  private func advice(_ manifest: Manifest) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    if manifest.styles.isEmpty, manifest.handlers.isEmpty {
      findings.append(
        CheckFinding(
          .warning, "there is no style and no handler", at: CheckPlace(path: "styles"),
          remedy: "name what the plugin offers in styles or handlers"))
    }
    if manifest.license.allSatisfy(\.isWhitespace) {
      findings.append(
        CheckFinding(
          .warning, "there is no license: nobody may use or hand on the plugin",
          at: CheckPlace(path: "license"),
          remedy: "name one as SPDX does: \"license\": \"Apache-2.0\""))
    }
    for (list, entries) in [("styles", manifest.styles), ("handlers", manifest.handlers)] {
      for (index, entry) in entries.enumerated() {
        for parameter in entry.parameters {
          guard let low = parameter.kind.minimum, let high = parameter.kind.maximum, low > high
          else { continue }
          findings.append(
            CheckFinding(
              .failed, "the minimum \(low) is more than the maximum \(high)",
              at: CheckPlace(path: "\(list)[\(index)].parameters.\(parameter.name)"),
              remedy: "let the minimum be the lesser of the two"))
        }
      }
    }
    return findings
  }
}
