package import ButtonModel
import JSONRPC

extension ExpressionLimits {
  /// What a JSON parser takes, less the three levels around a value in a message.
  var resultDepth: Int { JSONParser.maxDepth - 3 }

  var areCompilable: Bool {
    let ceiling = ExpressionLimits.ceiling
    return sourceBytes <= ceiling.sourceBytes && nodes <= ceiling.nodes && depth <= ceiling.depth
      && keys <= ceiling.keys
  }

  /// Whether the limits allow a program that was compiled within others.
  package func allow(_ program: ExpressionProgram) -> Bool {
    program.source.bytes.count <= sourceBytes && program.nodes <= nodes && program.depth <= depth
      && program.keys.count <= keys
  }
}
