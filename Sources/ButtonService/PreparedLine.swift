import ButtonEngine
import ButtonProtocol
import JSONRPC

/// What a long line needs before anything of it is done: its expressions are compiled and its
/// definitions of buttons read, a share in each turn.
final class PreparedLine {
  let expressions: PreparedExpressions
  /// The place in the batch of the request that is handled; 0 without a batch.
  var place = 0
  /// Owns what is unread.
  private let parser: JSONParser
  /// By the place of their request.
  private var unread: ArraySlice<(place: Int, elements: JSONElements)>
  /// What was read of the first of these requests.
  private var list = DefinitionList([])
  private var lists: [Int: Result<DefinitionList, ProtocolError>] = [:]
  /// Memory of the parser and of definitions.
  private let readBytes: Int

  /// Units of work per word of the parser's tape that is read into a definition.
  private static let workOfWord = 50
  /// Memory per byte of a line with definitions.
  private static let bytesOfByte = 8

  /// `definitions` are borrowed from the parser.
  init(
    _ expressions: PreparedExpressions, _ definitions: [(place: Int, elements: JSONElements)],
    from parser: JSONParser, lineBytes: Int
  ) {
    self.expressions = expressions
    self.parser = parser
    unread = definitions[...]
    readBytes = definitions.isEmpty ? 0 : lineBytes * PreparedLine.bytesOfByte
  }

  var isComplete: Bool { expressions.isComplete && unread.isEmpty }

  /// Memory of what is prepared.
  var bytes: Int { expressions.bytes + readBytes }

  /// Compiles the next expression or, after all of them, reads the next definition.
  func prepareNext(_ engine: Engine) {
    guard expressions.isComplete else { return engine.compileNext(of: expressions) }
    // Requests with too many expressions are refused.
    if expressions.isTooMany { unread = [] }
    guard !unread.isEmpty else { return }
    guard let definition = unread[unread.startIndex].elements.next() else {
      return endList(.success(list))
    }
    engine.budget.work &+= definition.wordCount &* PreparedLine.workOfWord
    do {
      try list.append(definition)
    } catch {
      endList(.failure(error.under("buttons").under("params")))
    }
  }

  private func endList(_ result: Result<DefinitionList, ProtocolError>) {
    if let place = unread.popFirst()?.place { lists[place] = result }
    list = DefinitionList([])
  }

  /// Takes the definitions of the request that is handled; nil if they were not read.
  func takeDefinitions() throws(ProtocolError) -> DefinitionList? {
    try lists.removeValue(forKey: place)?.get()
  }
}
