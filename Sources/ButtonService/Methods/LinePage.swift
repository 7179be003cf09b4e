import ButtonProtocol
import JSONRPC

/// A page of an answer: elements in order of names, as many as wanted and as fit into a line.
struct LinePage<Name> {
  private let begin: Int
  private let room: Int
  private let limit: Int
  private var count = 0
  private var last: Name?
  private var isCut = false

  /// `reserved` bytes of the line are for what follows the page.
  init(_ call: Call, limit: Int?, reserving reserved: Int = 0, in writer: borrowing JSONWriter) {
    begin = writer.count
    room = call.service.limits.maxFrameBytes - reserved - 4 * Service.envelopeRoom
    self.limit = limit ?? .max
  }

  /// Has `body` write an element; false, without it, if the page is full. The first one always
  /// fits. `body` returns the bytes that the elements so far need behind the page.
  mutating func append(
    _ name: @autoclosure () -> Name, into writer: inout JSONWriter,
    _ body: (inout JSONWriter) -> Int
  ) -> Bool {
    let start = writer.count
    if count < limit {
      let behind = body(&writer)
      if count == 0 || writer.count - begin + behind <= room {
        count += 1
        last = name()
        return true
      }
    }
    writer.truncate(to: start)
    isCut = true
    return false
  }

  /// The last element's name if there are more behind the page.
  var next: Name? { isCut ? last : nil }
}
