import ButtonExpressions
import ButtonModel
import ButtonProtocol
import HostileInputs
import JSONRPC

/// The definition of a button: read, with its expressions compiled, or an error that says what; what
/// was read is written and read again to the same.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let parser = JSONParser()
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  guard let json = try? parser.parse(copying: text) else { return 0 }
  guard let definition = read(json) else { return 0 }
  check(definition)
  let again = written(definition)
  precondition(again == definition, "what is written is not what was read")
  patch(definition, by: json)
  withExtendedLifetime(parser) {}
  return 0
}

private func read(_ json: JSONElement) -> ButtonDefinition? {
  var reader = DefinitionReader(path: "")
  do throws(ProtocolError) {
    return try reader.definition(json)
  } catch {
    precondition(!error.message.isEmpty, "no words")
    return nil
  }
}

/// A definition by way of its JSON.
private func written(_ definition: ButtonDefinition) -> ButtonDefinition? {
  var writer = JSONWriter()
  definition.write(into: &writer)
  let parser = JSONParser()
  guard let json = try? parser.parse(copying: writer.bytes) else {
    preconditionFailure("what is written is not JSON")
  }
  let again = read(json)
  withExtendedLifetime(parser) {}
  return again
}

/// Its expressions compile within what they may be at most, or there is a mistake with a place and words.
private func check(_ definition: ButtonDefinition) {
  let mistakes = definition.mistakesInExpressions(within: ExpressionLimits())
  let ceiling = definition.mistakesInExpressions(within: .ceiling)
  precondition(mistakes.count >= ceiling.count, "more is allowed and less is taken")
  for mistake in mistakes + ceiling {
    precondition(!mistake.path.isEmpty && !mistake.message.isEmpty, "no place or words")
  }
  guard ceiling.isEmpty else { return }
  for expression in definition.expressions {
    guard let program = try? ExpressionProgram(expression.text, limits: .ceiling) else {
      preconditionFailure("an expression without a mistake does not compile")
    }
    HostileExpression.exercise(program)
  }
}

/// A patch that says nothing new changes nothing.
private func patch(_ definition: ButtonDefinition, by json: JSONElement) {
  var reader = DefinitionReader(path: "")
  guard let patched = try? reader.patched(definition, by: json) else { return }
  check(patched)
  precondition(written(patched) == patched, "what is patched is not written as it is")
}
