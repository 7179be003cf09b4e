import ButtonModel
import PluginChannel

/// What a stream of bytes turns out to say.
struct FrameStream: Equatable {
  /// Headers in order, and whether each one's payload was accepted.
  private var headers: [FrameHeader] = []
  private var accepted: [Bool] = []
  private var isBroken = false

  /// Reads a stream that arrives in two pieces.
  init(_ stream: UnsafeRawBufferPointer, cutAt place: Int) {
    var splitter = FrameSplitter(capacity: 64)
    var answers = AnswerDecoder()
    for piece in [stream[..<place], stream[place...]] {
      splitter.append(UnsafeRawBufferPointer(rebasing: piece))
      do throws(MalformedFrame) {
        while !isBroken, let frame = try splitter.next() {
          headers.append(frame.header)
          accepted.append(Self.accepts(frame, &answers))
        }
      } catch {
        isBroken = true
      }
    }
  }

  private static func accepts(
    _ frame: FrameSplitter.Frame, _ answers: inout AnswerDecoder
  ) -> Bool {
    do throws(MalformedFrame) {
      switch frame.header.type {
      case .load: try LoadFrame(payload: frame.payload).checkCopy { $0.write(to: &$1) }
      case .batch: try readBatch(frame.payload)
      case .stop: break
      case .hello: try HelloFrame(payload: frame.payload).checkCopy { $0.write(to: &$1) }
      case .answer: try readAnswer(frame.payload, &answers)
      case .log: try LogFrame(payload: frame.payload).checkCopy { $0.write(to: &$1) }
      case .update: try UpdateFrame(payload: frame.payload).checkCopy { $0.write(to: &$1) }
      case .gesture: try readGesture(frame.payload)
      case .gestureAnswer:
        try GestureAnswer(payload: frame.payload).checkCopy { $0.write(sequence: 0, to: &$1) }
      case .note: try NoteFrame(payload: frame.payload).checkCopy { $0.write(to: &$1) }
      case .failed: try FailedFrame(payload: frame.payload).checkCopy { $0.write(to: &$1) }
      }
      return true
    } catch {
      _ = error.description
      return false
    }
  }

  /// A gesture must come back from its own parts.
  private static func readGesture(_ payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    let gesture = try GestureFrame(payload: payload)
    var encoder = GestureEncoder()
    let fits = encoder.encode(
      sequence: 0, handle: gesture.handle, gesture.event, scratch: gesture.scratch,
      batch: gesture.batch)
    precondition(fits, "a gesture that came in a frame fits one")
    let copy = try GestureFrame(payload: encoder.payload)
    precondition(
      copy.event == gesture.event && copy.scratch == gesture.scratch, "a gesture changes")
    try readBatch(gesture.batch)
  }

  private static func readBatch(_ payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var decoder = try BatchDecoder(payload: payload)
    while let key = try decoder.nextKey() {
      _ = key.name.map { UTF8String(copying: $0) }
      _ = key.value?.stateValue
    }
    while try decoder.nextItem() != nil {
      for argument in decoder.arguments { _ = argument.value.stateValue }
      for setting in decoder.settings { _ = setting.value.value }
    }
  }

  /// All that an answer's parts refer to must be there.
  private static func readAnswer(
    _ payload: UnsafeRawBufferPointer, _ answer: inout AnswerDecoder
  ) throws(MalformedFrame) {
    try answer.decode(payload)
    for item in answer.items {
      for key in answer.keys[item.keys] {
        if let index = key.newIndex { _ = answer.newNames[index].string }
      }
      for pass in answer.passes[item.passes] {
        let order = pass.properties.entries.map(\.property.rawValue)
        precondition(zip(order, order.dropFirst()).allSatisfy { $0 < $1 }, "properties in disorder")
      }
      precondition(item.status < 0 || item.message.isEmpty, "a success with a complaint")
    }
  }
}

/// A frame's message, which must come back from its own bytes.
private protocol FrameMessage: Equatable {
  init(payload: UnsafeRawBufferPointer) throws(MalformedFrame)
}

extension LoadFrame: FrameMessage {}
extension HelloFrame: FrameMessage {}
extension NoteFrame: FrameMessage {}
extension LogFrame: FrameMessage {}
extension UpdateFrame: FrameMessage {}
extension FailedFrame: FrameMessage {}
extension GestureAnswer: FrameMessage {}

extension FrameMessage {
  fileprivate func checkCopy(_ write: (Self, inout FrameBuffer) -> Void) throws(MalformedFrame) {
    var buffer = FrameBuffer()
    write(self, &buffer)
    let payload = UnsafeRawBufferPointer(rebasing: buffer.bytes[FrameHeader.byteCount...])
    let copy = try Self(payload: payload)
    precondition(copy == self, "a message comes back as another")
  }
}
