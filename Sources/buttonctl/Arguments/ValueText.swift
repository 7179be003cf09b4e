import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// A typed value of state: JSON, or a word that is taken as a string.
enum ValueText {
  /// What begins like an array, an object or a string must be one.
  static func value(_ text: String) throws -> StateValue {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    do {
      return try StateValue(json: try parser.parse(text))
    } catch let error as ProtocolError {
      throw ValidationError("'\(text)': \(error.message)")
    } catch {
      let begin = text.drop { $0 == " " || $0 == "\t" || $0 == "\n" }.first
      if let begin, "[{\"".contains(begin) {
        throw ValidationError("'\(text)' is neither JSON nor a word")
      }
      return .string(UTF8String(text))
    }
  }

  static func text(_ value: StateValue) -> String {
    var writer = JSONWriter()
    value.write(into: &writer)
    return PrintableJSON.text(writer.string)
  }
}
