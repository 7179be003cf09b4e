import ButtonModel
import ButtonProtocol
import ButtonResolver

/// Finds themes in folders and reads them.
struct ThemeReading {
  private(set) var theme = Theme.builtIn
  private(set) var errors: [ConfigurationRemark] = []
  private(set) var warnings: [ConfigurationRemark] = []
  /// The files found; of two with one name, the first.
  private var files: [(name: String, path: String)] = []
  /// The files of the theme in force.
  private var chosen: [String] = []

  private static let ending = ".tokens.json"

  /// Looks into the folders in order; with `isExplicit` they must exist.
  init(_ folders: [String], installed: String?, isExplicit: Bool) {
    for folder in folders { list(folder, isRequired: isExplicit) }
    if let installed { list(installed, isRequired: false) }
  }

  private mutating func list(_ folder: String, isRequired: Bool) {
    do throws(BoundedFile.Failure) {
      guard let names = try BoundedFile.names(in: folder, endings: [ThemeReading.ending]) else {
        if isRequired {
          errors.append(ConfigurationRemark(folder, "there is no such folder of themes"))
        }
        return
      }
      for file in names {
        let name = String(file.dropLast(ThemeReading.ending.count))
        if files.contains(where: { $0.name == name }) { continue }
        files.append((name, "\(folder)/\(file)"))
      }
    } catch {
      errors.append(ConfigurationRemark(folder, error))
    }
  }

  /// A theme is in one file or several.
  mutating func choose(_ choice: ThemeChoice, for configuration: SourceFile) {
    let folder = Folder(of: configuration.path)
    var paths: [String] = []
    for (index, name) in choice.names.enumerated() {
      if let path = path(of: name, in: folder) {
        paths.append(path)
      } else if !choice.isDefault {
        errors.append(
          configuration.remark(
            at: choice.names.count == 1 ? "theme" : "theme[\(index)]",
            complaint(about: name, in: folder)))
      }
    }
    guard paths.count == choice.names.count else { return }
    chosen = paths
    var read = Reading()
    read.read(paths)
    errors += read.errors
    warnings += read.warnings
    if let theme = read.theme { self.theme = theme }
  }

  /// `name` is a theme's, or a file's.
  private func path(of name: String, in folder: Folder) -> String? {
    let isFile = name.hasSuffix(ThemeReading.ending)
    let short = isFile ? String(name.dropLast(ThemeReading.ending.count)) : name
    if isFile, BoundedFile.exists(folder.path(name)) { return folder.path(name) }
    return files.first { $0.name == short }?.path
  }

  /// Why there is no such theme, and what to do.
  private func complaint(about name: String, in folder: Folder) -> String {
    if name.hasSuffix(".resolver.json") { return "'\(Excerpt(name))' \(ThemeFile.resolverAdvice)" }
    let forms = [
      ".json5": "JSON5", ".jsonc": "JSON with comments", ".yaml": "YAML", ".yml": "YAML",
    ]
    if !name.hasSuffix(ThemeReading.ending), BoundedFile.exists(folder.path(name)) {
      if [".json", ".tokens"].contains(where: name.hasSuffix) {
        return "a file of tokens is called NAME\(ThemeReading.ending): rename '\(Excerpt(name))'"
      }
      if let form = forms.first(where: { name.hasSuffix($0.key) })?.value {
        return
          "a theme is JSON: convert '\(Excerpt(name))', which is \(form), to NAME\(ThemeReading.ending)"
      }
    }
    let names = files.map(\.name) + [DaemonSettings.builtInTheme]
    return "there is no theme '\(Excerpt(name))' (NAME\(ThemeReading.ending)) in the folders of "
      + "themes" + NearestName.advice(name, among: names)
  }

  /// Also reads the other themes. Their mistakes are warnings: no button shows them.
  mutating func checkAll() {
    for file in files where !chosen.contains(file.path) {
      var read = Reading()
      read.read([file.path])
      warnings += read.errors.map { $0.appending(" (this theme is not in force)") }
    }
  }

  /// What the files of one theme say.
  private struct Reading {
    var theme: Theme?
    var errors: [ConfigurationRemark] = []
    var warnings: [ConfigurationRemark] = []

    mutating func read(_ paths: [String]) {
      var sources: [SourceFile] = []
      for path in paths {
        do throws(ConfigurationError) {
          sources.append(try SourceFile(reading: path))
        } catch {
          errors += error.remarks
        }
      }
      guard errors.isEmpty else { return }
      let file = ThemeFile(sources.map { ($0.root, $0.json.count) }, filledFrom: .builtIn)
      errors = file.errors.map { sources[$0.file].remark($0) }
      warnings = file.warnings.map { sources[$0.file].remark($0) }
      if errors.isEmpty { theme = file.theme }
    }
  }
}

extension SourceFile {
  fileprivate func remark(_ remark: ThemeRemark) -> ConfigurationRemark {
    self.remark(at: remark.place, as: remark.token, remark.message)
  }
}
