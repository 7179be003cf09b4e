package import ButtonModel
import ButtonProtocol
import JSONRPC

/// A group of the journal whose definitions have been read, ready to be taken over: reading them takes
/// about as long as taking them over, and needs no engine.
package struct KeptGroup: Sendable {
  /// Its keys are taken from here.
  let group: JournalGroup
  /// Its buttons, each with the bytes of its definition as JSON and the revision of that.
  private(set) var buttons: [(definition: ButtonDefinition, bytes: Int, revision: UInt64)] = []
  /// What is to be said about definitions that this version does not understand, which are left out.
  private(set) var complaints: [String] = []

  /// Reads the definitions of a group.
  package init(_ group: JournalGroup) {
    self.group = group
    let parser = JSONParser()
    group.visit { entry in
      switch entry.subject {
      case .key: return
      case .button:
        do throws(ProtocolError) {
          buttons.append(
            (try KeptGroup.definition(entry, parser), entry.content.count, entry.revision))
        } catch {
          let id = String(decoding: entry.name, as: UTF8.self)
          complaints.append("the button \(id) is left out: \(error.message)")
        }
      }
    }
  }

  private static func definition(
    _ entry: JournalGroup.Entry, _ parser: JSONParser
  ) throws(ProtocolError) -> ButtonDefinition {
    let parsed: JSONElement
    do {
      parsed = try parser.parse(copying: entry.content)
    } catch {
      throw ProtocolError(.parseError, "its definition is no JSON")
    }
    var reader = DefinitionReader(path: "")
    return try reader.definition(parsed)
  }
}
