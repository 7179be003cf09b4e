package import ButtonProtocol
package import JSONRPC

/// A file that has been read: its value, and where everything in it stands.
package struct SourceFile {
  let path: String
  /// Null for an empty file.
  package let root: JSONElement
  private let text: SourceText
  /// Owns what `root` points into.
  private let parser: JSONParser

  static let yamlEndings = [".yaml", ".yml"]

  /// Reads YAML, or JSON if the name ends in `.json`.
  package init(reading path: String) throws(ConfigurationError) {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.read(path, atMost: SourceText.maximumBytes)
    } catch {
      throw ConfigurationError([ConfigurationRemark(path, error)])
    }
    try self.init(path, bytes)
  }

  /// Without `isJSON`, the name decides.
  init(_ path: String, _ bytes: [UInt8], isJSON: Bool? = nil) throws(ConfigurationError) {
    self.path = path
    do throws(TextFault) {
      text =
        isJSON ?? path.hasSuffix(".json")
        ? try StrictJSON.read(bytes) : try YAMLText.read(bytes)
    } catch {
      throw ConfigurationError([ConfigurationRemark(path, at: error.place, error.message)])
    }
    let parser = JSONParser()
    let parsed = text.json.withUnsafeBytes { json in
      Result { () throws(JSONParseError) in try parser.parse(copying: json) }
    }
    do throws(JSONParseError) {
      root = try parsed.get()
    } catch {
      throw ConfigurationError([ConfigurationRemark(path, "is not JSON: \(error)")])
    }
    self.parser = parser
  }

  var json: [UInt8] { text.json }

  func place(of path: String) -> TextPlace {
    withExtendedLifetime(parser) { text.place(of: path, in: root) }
  }

  /// An element of a list or a member of an object, with its path and its place.
  struct Item {
    /// Nil for an element.
    let name: String?
    let value: JSONElement
    let path: String
    let place: TextPlace
  }

  /// Reads a list, a mapping of ids, or one definition; each also as the only member `buttons`.
  func buttons() throws(ConfigurationError) -> [Item] {
    let isNested = root.isObject && root.count == 1
    if isNested, let list = Members(root).value("buttons"), !list.isString {
      return try buttons(in: list, at: "buttons")
    }
    let names = Set(root.isObject ? root.members.map(\.0.string) : [])
    if names.count > 1, names.contains("buttons"), names.isSubset(of: DaemonSettings.names) {
      throw ConfigurationError([
        remark(
          at: "",
          "is a configuration, for buttond --config; a file of buttons has what stands under"
            + " 'buttons' alone")
      ])
    }
    return try buttons(in: root, at: "")
  }

  func buttons(in value: JSONElement, at path: String) throws(ConfigurationError) -> [Item] {
    switch value.kind {
    case .null: return []
    case .object where value.member("id")?.isString == true:
      return [Item(name: nil, value: value, path: path, place: place(of: path))]
    case .array, .object: return items(of: value, at: path)
    case .string, .integer, .outOfRangeInteger, .double, .bool:
      throw ConfigurationError([
        remark(
          at: path,
          "must be a list of buttons, or a mapping of ids to buttons, not " + value.typeName)
      ])
    }
  }

  /// The elements of a list, or members of an object; their places take one walk together.
  func items(of value: JSONElement, at path: String) -> [Item] {
    // A member's place is that of its name, which its value follows.
    let isMember = !path.isEmpty && !path.hasSuffix("]")
    var index = text.index(of: path, in: root) + (isMember ? 2 : 1)
    var items: [Item] = []
    for element in value.elements {
      items.append(
        Item(name: nil, value: element, path: "\(path)[\(items.count)]", place: text[index]))
      index += PathWalk.parts(of: element)
    }
    for (key, member) in value.members {
      let name = key.string
      items.append(
        Item(
          name: name, value: member, path: path.isEmpty ? name : "\(path).\(name)",
          place: text[index]))
      index += 1 + PathWalk.parts(of: member)
    }
    return items
  }

  func remark(at path: String, as shown: String? = nil, _ message: String) -> ConfigurationRemark {
    ConfigurationRemark(self.path, at: place(of: path), path: shown ?? path, message)
  }

  /// What a reader refused, in the file's order; its paths lead from `prefix`.
  package func remarks(_ error: ProtocolError, under prefix: String = "") -> [ConfigurationRemark] {
    let remarks = error.all.map { error in
      let path = prefix.isEmpty ? error.path ?? "" : error.under(prefix).path ?? ""
      return remark(at: path, error.message)
    }
    return remarks.count == 1 ? remarks : remarks.sorted { $0.isBefore($1) }
  }

  /// Nulls where a value belongs: most often by accident.
  func nullRemarks() -> [ConfigurationRemark] {
    var walk = NullWalk(text)
    walk.visit(root)
    return walk.found.map {
      ConfigurationRemark(path, at: text[$0.index], path: $0.path, $0.message)
    }
  }
}
