import ArgumentParser
import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import JSONRPC

/// A file of buttons that a command sends to the daemon.
struct DefinitionFile {
  private let file: ButtonFile
  /// Each with its id.
  let definitions: [JSONDocument]

  /// Prints the file's warnings; `-` is standard input.
  init(_ path: String, _ console: Console) throws(ClientError) {
    let name = DocumentArgument.name(of: path)
    let bytes = try DocumentArgument.text(of: path)
    do throws(ConfigurationError) {
      file = try ButtonFile(name, bytes)
    } catch {
      throw ClientError(.unsendable, "\(error)")
    }
    if file.isEmpty { throw ClientError(.unsendable, "\(name) is empty") }
    var definitions: [JSONDocument] = []
    for (id, definition) in file.definitions {
      guard let id else {
        definitions.append(JSONDocument(copying: definition))
        continue
      }
      guard definition.isObject else {
        throw ClientError(.unsendable, "\(name): the definition of '\(id)' is not a mapping")
      }
      definitions.append(JSONDocument(definition: definition, id: id))
    }
    self.definitions = definitions
    for warning in file.warnings { console.complain("\(warning)") }
  }

  /// Defines some of the buttons in one request and prints the outcome, with the places in the file
  /// of what the daemon warns of or refuses.
  func define(
    _ range: Range<Int>, wait: Wait? = nil, on client: ButtonClient, _ console: Console
  ) async throws {
    let params = JSONDocument { writer in
      writer.key(.buttons)
      writer.beginArray()
      for definition in definitions[range] {
        definition.bytes.withUnsafeBytes { writer.value(raw: $0) }
      }
      writer.endArray()
      writer.member(.wait, ifPresent: wait)
    }
    let json: JSONDocument
    do {
      json = try await client.call("\(ButtonsDefineRequest.method)", params)
    } catch {
      guard error.isRefusal else { throw error }
      let remarks = remarks(on: error, in: range)
      if remarks.isEmpty { throw error }
      for remark in remarks { console.complain("\(remark)") }
      throw ExitCode(1)
    }
    if console.printsJSON { return console.print(json) }
    let answer: ButtonsDefineResponse = try json.decode()
    console.print(RevisionLine.text(answer.revision, "defined", answer.defined))
    for warning in answer.warnings {
      let path = String(warning.prefix { $0 != " " })
      let text = String(warning.dropFirst(path.count + 1))
      console.complain(remark(at: path, in: range, text).map { "\($0)" } ?? warning)
    }
  }

  /// All mistakes in the definitions, or else the daemon's.
  private func remarks(on error: ClientError, in range: Range<Int>) -> [ConfigurationRemark] {
    let mistakes = file.mistakes()
    guard mistakes.isEmpty, let path = error.path else { return mistakes }
    return remark(at: path, in: range, "\(error.message) (\(error.reason))").map { [$0] } ?? []
  }

  /// Nil unless the path in a request's params names a definition.
  private func remark(
    at path: String, in range: Range<Int>, _ message: String
  ) -> ConfigurationRemark? {
    guard let match = path.wholeMatch(of: /params\.buttons\[([0-9]+)\](?:\.(.*))?/),
      let index = Int(match.1), index < range.count
    else { return nil }
    return file.remark(
      onDefinition: range.lowerBound + index, member: match.2.map(String.init) ?? "", message)
  }
}

extension JSONDocument {
  /// Puts the id, which in files may precede the definition, into it.
  init(definition: JSONElement, id: String) {
    self.init { writer in
      writer.key(.id)
      writer.string(id)
      for (name, value) in definition.members {
        writer.key(name.bytes)
        writer.copy(value)
      }
    }
  }
}
