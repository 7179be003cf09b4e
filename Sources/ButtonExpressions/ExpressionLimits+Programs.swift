package import ButtonModel
import JSONRPC

extension ExpressionLimits {
  /// Lists and maps inside one another in a result: what a parser of JSON takes, less the three around a
  /// value in a message.
  var resultDepth: Int { JSONParser.maxDepth - 3 }

  /// Whether code can be made within these limits.
  var areCompilable: Bool {
    let ceiling = ExpressionLimits.ceiling
    return sourceBytes <= ceiling.sourceBytes && nodes <= ceiling.nodes && depth <= ceiling.depth
      && keys <= ceiling.keys
  }

  /// Whether a program, which was compiled within other limits, is within these.
  package func allow(_ program: ExpressionProgram) -> Bool {
    program.source.bytes.count <= sourceBytes && program.nodes <= nodes && program.depth <= depth
      && program.keys.count <= keys
  }
}
