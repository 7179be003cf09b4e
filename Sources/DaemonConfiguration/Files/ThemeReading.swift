import ButtonModel
import ButtonProtocol
import ButtonResolver

/// Finds themes in folders and reads them.
struct ThemeReading {
  private(set) var theme = Theme.builtIn
  private(set) var errors: [ConfigurationRemark] = []
  private(set) var warnings: [ConfigurationRemark] = []
  /// The names of themes and their files; of two with one name the first.
  private var files: [(name: String, path: String)] = []
  private var chosen: String?

  private static let ending = ".tokens.json"

  /// Looks into the folders, in this order; with `isExplicit` they have to be there.
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
      errors.append(ConfigurationRemark(folder, error.message))
    }
  }

  /// Reads the theme that a configuration chooses.
  mutating func choose(_ name: String, for configuration: SourceFile) {
    chosen = name
    if let file = files.first(where: { $0.name == name }) {
      guard let read = read(file.path) else { return }
      theme = read.theme
      warnings += read.warnings
    } else if name != DaemonSettings.builtInTheme {
      let names = files.map(\.name) + [DaemonSettings.builtInTheme]
      errors.append(
        configuration.remark(
          at: "theme",
          "there is no theme '\(Excerpt(name))' (NAME\(ThemeReading.ending)) in the folders of themes"
            + NearestName.advice(name, among: names)))
    }
  }

  /// Reads all the others too, for their errors.
  mutating func checkAll() {
    for file in files where file.name != chosen { _ = read(file.path) }
  }

  private mutating func read(
    _ path: String
  ) -> (theme: Theme, warnings: [ConfigurationRemark])? {
    do throws(ConfigurationError) {
      let source = try SourceFile(reading: path)
      let read = source.json.withUnsafeBytes { ThemeFile($0, filledFrom: .builtIn) }
      errors += read.errors.map { source.remark($0) }
      return (read.theme, read.warnings.map { source.remark($0) })
    } catch {
      errors += error.remarks
      return nil
    }
  }
}

extension SourceFile {
  /// What a theme's reader has to say.
  fileprivate func remark(_ remark: ThemeRemark) -> ConfigurationRemark {
    self.remark(at: remark.place, as: remark.token, remark.message)
  }
}
