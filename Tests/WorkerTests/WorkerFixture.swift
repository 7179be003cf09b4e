import ButtonModel
import Glibc
import PluginChannel
import PluginHost
import TestSupport
import Testing
import UVLoop

/// A running worker as its daemon sees it: the channel's other end and the status page.
final class WorkerFixture {
  /// What came instead of an answer.
  struct Surprise: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var processID: pid_t = 0
  private let channel: WorkerChannel
  private var splitter = FrameSplitter()
  private var encoder = BatchEncoder()
  private var sequence: UInt32 = 0
  /// The lines for the log that came while another frame was waited for.
  private(set) var logs: [LogFrame] = []

  /// Starts a worker, perhaps by way of another program that becomes it; it waits for `load`.
  init(by launcher: String? = nil) throws {
    signal(SIGPIPE, SIG_IGN)
    channel = try WorkerChannel()
    _ = fcntl(channel.writer, F_SETFL, 0)
    let worker = Products.path("buttond-worker")
    var launch = channel.launch(launcher ?? worker, arguments: [worker], output: .inherit(2))
    // A sanitizer finds its options there.
    launch.environment = nil
    processID = try launch.spawn()
    channel.closeWorkerEnds()
  }

  /// Starts a worker and loads a plugin into it.
  convenience init(_ load: LoadFrame, by launcher: String? = nil) throws {
    try self.init(by: launcher)
    send { load.write(to: &$0) }
  }

  deinit {
    if processID > 0 {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
  }

  /// Sends what a function writes.
  func send(_ fill: (inout FrameBuffer) -> Void) {
    var buffer = FrameBuffer()
    fill(&buffer)
    send(buffer.bytes)
  }

  /// Sends bytes as they are; a worker that has gone takes none.
  func send(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(channel.writer, part.baseAddress, part.count)
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the daemon's ends.
  func hangUp() {
    close(channel.takeReader())
    close(channel.takeWriter())
  }

  /// The next frame and a copy of its payload; nil when the worker has closed the channel.
  func next() throws -> (FrameHeader, [UInt8])? {
    let deadline = Deadline()
    while true {
      if let frame = try splitter.next() { return (frame.header, Array(frame.payload)) }
      if channel.reader < 0 { return nil }
      var poll = pollfd(fd: channel.reader, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else {
        throw Surprise(description: "no frame in time")
      }
      let room = splitter.prepare()
      let count = read(channel.reader, room.baseAddress, room.count)
      if count <= 0 { return nil }
      splitter.commit(count)
    }
  }

  /// The next frame that is no line for the log; those lines are kept.
  private func nextButLogs() throws -> (FrameHeader, [UInt8])? {
    while let frame = try next() {
      guard frame.0.type == .log else { return frame }
      logs.append(try frame.1.withUnsafeBytes { try LogFrame(payload: $0) })
    }
    return nil
  }

  /// The next frame, which must be of a type.
  func next(_ type: FrameType) throws -> [UInt8] {
    guard let (header, payload) = try type == .log ? next() : nextButLogs() else {
      throw Surprise(description: "the worker has gone")
    }
    guard header.type == type else {
      var text = "\(header.type) instead of \(type)"
      if header.type == .failed {
        text += try ": " + payload.withUnsafeBytes { try FailedFrame(payload: $0) }.message
      }
      throw Surprise(description: text)
    }
    return payload
  }

  /// The greeting.
  @discardableResult
  func hello() throws -> HelloFrame {
    try next(.hello).withUnsafeBytes { try HelloFrame(payload: $0) }
  }

  /// Why the worker gives up, and the code with which it exits.
  func failure() throws -> (message: String, exitCode: Int32?) {
    let frame = try next(.failed).withUnsafeBytes { try FailedFrame(payload: $0) }
    return (frame.message, try exitCode())
  }

  /// Waits for the end; nil when a signal caused it.
  func exitCode() throws -> Int32? {
    while try next() != nil {}
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    processID = 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
  }

  /// Sends a batch.
  func sendBatch(now: UInt64 = 1_234_567, _ fill: (inout BatchEncoder) -> Void) {
    sequence += 1
    encoder.begin(
      sequence: sequence,
      BatchHeader(commitSequence: UInt64(sequence), revision: 1, nowMilliseconds: now))
    fill(&encoder)
    encoder.finish()
    send(encoder.frame)
  }

  /// Sends a batch and waits for its answer.
  func resolve(
    now: UInt64 = 1_234_567, _ fill: (inout BatchEncoder) -> Void
  ) throws -> Answer {
    sendBatch(now: now, fill)
    guard let (header, payload) = try nextButLogs() else {
      throw Surprise(description: "the worker has gone")
    }
    guard header.type == .answer, header.sequence == sequence else {
      throw Surprise(description: "\(header) instead of the answer")
    }
    var decoder = AnswerDecoder()
    try payload.withUnsafeBytes { try decoder.decode($0) }
    return Answer(decoder: decoder)
  }

  /// Sends a gesture on the button of a batch, the usual one unless told otherwise, perhaps after
  /// doing something to its payload.
  func sendGesture(
    _ event: GestureEvent, scratch: GestureScratch = GestureScratch(),
    _ fill: (inout BatchEncoder) -> Void = { $0.addButton() },
    spoil: ((inout [UInt8]) -> Void)? = nil
  ) {
    sequence += 1
    encoder.begin(
      sequence: sequence, BatchHeader(commitSequence: 0, revision: 1, nowMilliseconds: 1_234_567))
    fill(&encoder)
    encoder.finish()
    var gestures = GestureEncoder()
    let fits = gestures.encode(
      sequence: sequence, handle: 42, event, scratch: scratch, batch: encoder.payload)
    precondition(fits, "a test's gesture fits a frame")
    guard let spoil else { return send(gestures.frame) }
    var payload = Array(gestures.payload)
    spoil(&payload)
    send { buffer in
      let start = buffer.beginFrame(.gesture, sequence: sequence)
      buffer.append(payload)
      buffer.endFrame(start)
    }
  }

  /// Sends a gesture and waits for its answer.
  func gesture(
    _ event: GestureEvent, scratch: GestureScratch = GestureScratch(),
    _ fill: (inout BatchEncoder) -> Void = { $0.addButton() }
  ) throws -> GestureAnswer {
    sendGesture(event, scratch: scratch, fill)
    return try next(.gestureAnswer).withUnsafeBytes { try GestureAnswer(payload: $0) }
  }

  /// What stands on the status page.
  func status() throws -> StatusReading { try #require(channel.status) }
}

/// An answer with its references looked up.
struct Answer {
  let decoder: AnswerDecoder

  /// The items.
  var items: [AnswerItem] { decoder.items }

  /// What an item set, in its one pass unless told otherwise.
  func pass(_ item: Int = 0, _ pass: Int = 0) throws -> AnswerPass {
    let passes = decoder.passes[decoder.items[item].passes]
    try #require(
      passes.count > pass, "\(decoder.items[item].status) \(decoder.items[item].message)")
    return passes[passes.startIndex + pass]
  }

  /// A property that an item set.
  func value(_ property: Property, _ item: Int = 0, _ pass: Int = 0) throws -> PropertyValue? {
    try self.pass(item, pass).properties[property]
  }

  /// The keys that an item read: numbers as they are, new ones by name.
  func reads(_ item: Int = 0) -> [String] {
    decoder.keys[decoder.items[item].keys].map { key in
      key.newIndex.map { decoder.newNames[$0].string } ?? "#\(key.rawValue)"
    }
  }
}
