import ButtonEngine
import ButtonProtocol
import JSONRPC

/// What a long line needs before anything of it is done: its expressions are compiled and its definitions of
/// buttons read, a share in each turn.
final class PreparedLine {
  let expressions: PreparedExpressions
  /// The place in the batch of the request that is handled; 0 without a batch.
  var place = 0
  /// The owner of what is unread.
  private let parser: JSONParser
  /// The definitions that are not read yet, by the places of their requests.
  private var unread: ArraySlice<(place: Int, elements: JSONElements)>
  /// Those of the first of these requests that are.
  private var list = DefinitionList([])
  private var lists: [Int: Result<DefinitionList, ProtocolError>] = [:]
  /// The memory of the parser, and of definitions, in bytes.
  private let readBytes: Int

  /// The units of work for a word of the parser's tape, whose value is read into a definition.
  private static let workOfWord = 50
  /// The bytes of memory for a byte of a line with definitions.
  private static let bytesOfByte = 8

  /// Nothing is prepared yet; `definitions` are borrowed from the parser.
  init(
    _ expressions: PreparedExpressions, _ definitions: [(place: Int, elements: JSONElements)],
    from parser: JSONParser, lineBytes: Int
  ) {
    self.expressions = expressions
    self.parser = parser
    unread = definitions[...]
    readBytes = definitions.isEmpty ? 0 : lineBytes * PreparedLine.bytesOfByte
  }

  /// Whether all is prepared.
  var isComplete: Bool { expressions.isComplete && unread.isEmpty }

  /// The memory of what is prepared, in bytes.
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

  /// The definitions of the request that is handled; nil if they were not read.
  func takeDefinitions() throws(ProtocolError) -> DefinitionList? {
    try lists.removeValue(forKey: place)?.get()
  }
}
