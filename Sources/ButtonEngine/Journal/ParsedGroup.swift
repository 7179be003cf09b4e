import ButtonExpressions
package import ButtonModel
import ButtonProtocol
import JSONRPC

/// The restored content of the journal with its definitions parsed, which takes about as long as
/// restoring and does not need the engine.
package struct ParsedGroup: Sendable {
  /// The journal's group, for what needs no parsing.
  let group: JournalGroup
  /// The buttons' definitions, each with its JSON length and revision.
  private(set) var buttons: [(definition: ButtonDefinition, bytes: Int, revision: UInt64)] = []
  /// The groups' definitions, each with its JSON length and revision.
  private(set) var groups: [(definition: GroupDefinition, bytes: Int, revision: UInt64)] = []
  /// The derivations, each with its revision.
  private(set) var derivedKeys: [(name: UTF8String, derivation: Derivation, revision: UInt64)] = []
  /// The definitions that this version does not understand.
  private(set) var unusable: [(id: UTF8String, definition: StateValue)] = []
  private(set) var images: [StoredImage] = []
  /// About definitions that are left out.
  private(set) var complaints: [String] = []

  package init(_ group: JournalGroup) {
    self.group = group
    let parser = JSONParser()
    group.visit { entry in
      switch entry.subject {
      case .key:
        guard let text = entry.derivation else { return }
        let name = UTF8String(copying: entry.name)
        do throws(ExpressionError) {
          derivedKeys.append((name, try Derivation(kept: text), entry.revision))
        } catch {
          complaints.append("the derived key \(name) is left out: \(error)")
        }
      case .lease, .scope, .request: return
      case .image:
        let name = String(decoding: entry.name, as: UTF8.self)
        do throws(ProtocolError) {
          let image = try StoredImage(Array(entry.content))
          guard image.listing.image.text.string == name else {
            complaints.append("the image \(name) is left out: it is another one")
            return
          }
          images.append(image)
        } catch {
          complaints.append("the image \(name) is left out: \(error.message)")
        }
      case .group:
        do throws(ProtocolError) {
          let definition = try GroupDefinition(json: try ParsedGroup.parsed(entry, parser))
          groups.append((definition, entry.content.count, entry.revision))
        } catch {
          let id = String(decoding: entry.name, as: UTF8.self)
          complaints.append("the group \(id) is left out: \(error.message)")
        }
      case .button:
        do throws(ProtocolError) {
          buttons.append(
            (try ParsedGroup.definition(entry, parser), entry.content.count, entry.revision))
        } catch {
          let id = String(decoding: entry.name, as: UTF8.self)
          complaints.append("the button \(id) is left out: \(error.message)")
          if let value = ParsedGroup.value(entry, parser) {
            unusable.append((UTF8String(copying: entry.name), value))
          }
        }
      }
    }
  }

  private static func definition(
    _ entry: JournalGroup.Entry, _ parser: JSONParser
  ) throws(ProtocolError) -> ButtonDefinition {
    var reader = DefinitionReader(path: "")
    return try reader.definition(try parsed(entry, parser))
  }

  private static func value(_ entry: JournalGroup.Entry, _ parser: JSONParser) -> StateValue? {
    (try? parsed(entry, parser)).flatMap { try? StateValue(json: $0) }
  }

  private static func parsed(
    _ entry: JournalGroup.Entry, _ parser: JSONParser
  ) throws(ProtocolError) -> JSONElement {
    do {
      return try parser.parse(copying: entry.content)
    } catch {
      throw ProtocolError(.parseError, "its definition is not JSON")
    }
  }
}
