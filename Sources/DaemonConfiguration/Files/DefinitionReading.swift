import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Reads a configuration's buttons: those in it, and those in files and folders that it names.
struct DefinitionReading {
  private(set) var definitions: [LoadedConfiguration.Definition] = []
  private(set) var errors: [ConfigurationRemark] = []
  private(set) var warnings: [ConfigurationRemark] = []
  /// Places in `definitions`, by id.
  private var places: [String: Int] = [:]
  private let limit: Int
  private let expressions: ExpressionLimits
  private var isOverLimit = false

  private static let endings = SourceFile.yamlEndings + [".json"]
  private static let defaultFolder = "buttons.d"

  init(limit: Int, expressions: ExpressionLimits) {
    self.limit = limit
    self.expressions = expressions
  }

  /// `folder` is the file's folder.
  mutating func read(_ file: SourceFile, folder: Folder) {
    let setting = Members(file.root).value("buttons")
    var paths: [(path: String, at: String)] = []
    if let setting {
      if let path = setting.string {
        paths = [(path, "buttons")]
      } else if setting.isArray {
        for item in file.items(of: setting, at: "buttons") {
          if let path = item.value.string {
            paths.append((path, item.path))
          } else {
            read(item, in: file)
          }
        }
      } else {
        do throws(ConfigurationError) {
          for item in try file.buttons(in: setting, at: "buttons") where !isFull {
            read(item, in: file)
          }
        } catch {
          errors += error.remarks
        }
      }
    }
    for (path, place) in paths { read(path: folder.path(path), from: file, at: place) }
    if paths.isEmpty { readFolder(folder.path(DefinitionReading.defaultFolder)) }
  }

  private var isFull: Bool { errors.count >= ConfigurationError.maximumRemarks }

  private mutating func read(path: String, from file: SourceFile, at place: String) {
    if BoundedFile.isFolder(path) {
      readFolder(path)
    } else if DefinitionReading.endings.contains(where: path.hasSuffix) {
      readFile(path)
    } else {
      errors.append(
        file.remark(
          at: place,
          "'\(Excerpt(path, atMost: 200))' is neither a folder nor a file that ends in "
            + DefinitionReading.endings.joined(separator: ", ")))
    }
  }

  private mutating func readFolder(_ folder: String) {
    do throws(BoundedFile.Failure) {
      let names = try BoundedFile.names(in: folder, endings: DefinitionReading.endings) ?? []
      for name in names where !isFull { readFile("\(folder)/\(name)") }
    } catch {
      errors.append(ConfigurationRemark(folder, error))
    }
  }

  private mutating func readFile(_ path: String) {
    do throws(ConfigurationError) {
      read(try SourceFile(reading: path))
    } catch {
      errors += error.remarks
    }
  }

  mutating func read(_ file: SourceFile) {
    warnings += file.nullRemarks()
    do throws(ConfigurationError) {
      for item in try file.buttons() where !isFull { read(item, in: file) }
    } catch {
      errors += error.remarks
    }
  }

  private mutating func read(_ item: SourceFile.Item, in file: SourceFile) {
    let limits = expressions
    var reader = DefinitionReader(path: item.path) { definition in
      definition.mistakesInExpressions(within: limits).map {
        .invalidParams($0.message, path: $0.path)
      }
    }
    do throws(ProtocolError) {
      let definition = try reader.definition(item.value, named: item.name)
      for warning in reader.warnings where warnings.count < ConfigurationError.maximumRemarks {
        let member = String(warning.prefix { $0 != " " })
        warnings.append(file.remark(at: member, String(warning.dropFirst(member.count + 1))))
      }
      add(definition, in: file.path, at: item.place)
    } catch {
      errors += file.remarks(error, under: item.path)
    }
  }

  private mutating func add(_ definition: ButtonDefinition, in file: String, at place: TextPlace) {
    let button = LoadedConfiguration.Definition(
      definition: definition, file: file, place: place, path: definition.id)
    if let index = places[definition.id] {
      let first = definitions[index]
      errors.append(
        button.remark("is defined in \(first.file):\(first.place.line) already; an id occurs once"))
    } else if definitions.count < limit {
      places[definition.id] = definitions.count
      definitions.append(button)
    } else if !isOverLimit {
      isOverLimit = true
      errors.append(
        button.remark(
          "is one button too many: limits.buttons is \(limit); raise it or define fewer"))
    }
  }
}
