import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

struct GroupReading {
  private(set) var groups: [LoadedConfiguration.Group] = []
  private(set) var errors: [ConfigurationRemark] = []
  private let limit: Int
  private let expressions: ExpressionLimits

  init(limit: Int, expressions: ExpressionLimits) {
    self.limit = limit
    self.expressions = expressions
  }

  /// `groups`, or the whole file, is a mapping of ids to groups.
  mutating func read(_ file: SourceFile, isWholeFile: Bool = false) {
    guard let setting = isWholeFile ? file.root : Members(file.root).value("groups") else { return }
    let path = isWholeFile ? "" : "groups"
    guard setting.isObject else {
      let error = ProtocolError.wrongType(setting, expected: "a mapping of ids to groups")
      errors += file.remarks(error, under: path)
      return
    }
    for item in file.items(of: setting, at: path) {
      guard errors.count < ConfigurationError.maximumRemarks else { return }
      do throws(ProtocolError) {
        let definition = try GroupDefinition(json: item.value, named: item.name)
        for mistake in definition.mistakesInExpressions(within: expressions) {
          throw ProtocolError.invalidParams(mistake.message, path: mistake.path)
        }
        let group = LoadedConfiguration.Group(
          definition: definition, file: file.path, place: item.place,
          path: "groups.\(definition.id)")
        guard groups.count < limit else {
          errors.append(
            group.remark(
              "is one group too many: limits.groups is \(limit); raise it or define fewer"))
          return
        }
        groups.append(group)
      } catch {
        errors += file.remarks(error, under: item.path)
      }
    }
  }
}
