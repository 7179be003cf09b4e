import ButtonModel
import ButtonProtocol
import Glibc
import PluginChannel
import PluginHost
import Supervision

/// A plugin in a real worker, driven from the calling thread: ask, and wait for the answer.
final class CheckWorker {
  /// How long a plugin may take to be destroyed, as under a daemon.
  static let stopMilliseconds = Int(SupervisionFigures().stopGrace / .millisecond)
  private static let maximumNotes = 4_096

  /// The worker's note, and the button that it is about.
  struct Note {
    let frame: NoteFrame
    let index: Int?
    let place: CheckPlace?
  }

  /// In bytes.
  struct Memory {
    let heap: Int64
    let addresses: Int64
  }

  let plugin: CheckedPlugin
  private var deadline: WorkerDeadline
  private let child: WorkerChild
  /// What is special about the host, for the report.
  private let circumstances: String?
  private(set) var notes: [Note] = []
  /// The memory at the beginning of the last batch, if requested.
  private(set) var memory: Memory?
  /// The keys that the worker knows, with the values it was sent.
  private var names: [UTF8String: (id: UInt32, value: StateValue?)] = [:]
  private var namesByID: [UTF8String] = []
  private var splitter = FrameSplitter()
  private var encoder = BatchEncoder()
  private var decoder = AnswerDecoder()
  private var sequence: UInt32 = 0
  /// The buttons in flight, and their place among those asked for.
  private var sent: (first: Int, cases: [CheckCase])?
  /// Which look of the answer belongs to each display, for each of the cases.
  private var orders: [[Int]] = []
  private var isPressing = false
  private var sceneRemark: String?

  /// Returns once the worker has loaded the plugin, as its manifest says.
  init(
    _ program: String, _ plugin: CheckedPlugin, _ conditions: CheckConditions,
    _ deadline: WorkerDeadline, circumstances: String? = nil
  ) throws(WorkerEnd) {
    self.plugin = plugin
    self.deadline = deadline
    self.circumstances = circumstances
    child = try WorkerChild(program)
    var load = LoadFrame(plugin.plugin, plugin.copy, sandbox: .bestEffort)
    load.conditions = conditions
    try send { load.write(to: &$0) }
    let hello = try read(try next(.hello, sequence: 0), HelloFrame.init(payload:))
    if let difference = hello.difference(from: plugin.manifest) {
      throw end(.failed(difference, code: .identityMismatch))
    }
  }

  /// Asks for looks in batches and, as a daemon does, alone for those that had no room in theirs.
  func resolve(
    _ cases: [CheckCase], in scene: CheckScene, batchSize: Int = 64
  ) throws(WorkerEnd) -> [CheckAnswer] {
    var answers: [CheckAnswer] = []
    while answers.count < cases.count {
      let count = try sendBatch(cases[answers.count...].prefix(batchSize), in: scene)
      var found = try read(try next(.answer, sequence: sequence), count: count)
      for index in found.indices where found[index].isCrowdedOut && count > 1 {
        let place = answers.count + index
        _ = try sendBatch(cases[place...place], in: scene)
        found[index] = try read(try next(.answer, sequence: sequence), count: 1)[0]
      }
      answers += found
      sent = nil
    }
    return answers
  }

  /// The first line that the plugin printed; empty if there is none.
  var output: String { child.firstLine }

  func gesture(
    _ event: GestureEvent, scratch: GestureScratch, on button: CheckCase, in scene: CheckScene
  ) throws(WorkerEnd) -> GestureAnswer {
    encode([button], in: scene)
    sent = (0, [button])
    isPressing = true
    defer { isPressing = false }
    var gestures = GestureEncoder()
    let fits = gestures.encode(
      sequence: sequence, handle: 1, event, scratch: scratch, batch: encoder.payload)
    precondition(fits, "one button fits a frame")
    try send(gestures.frame)
    let answer = try read(
      try next(.gestureAnswer, sequence: sequence), GestureAnswer.init(payload:))
    sent = nil
    return answer
  }

  /// Destroys the plugin and waits for the process.
  func stop() throws(WorkerEnd) {
    deadline = WorkerDeadline(milliseconds: CheckWorker.stopMilliseconds)
    try send { StopFrame().write(to: &$0) }
    while let frame = try nextFrame() { try take(frame) }
    guard let exit = child.wait(deadline) else { throw timeOut() }
    guard exit == .code(0) else { throw end() }
  }

  // MARK: Sending

  /// Sends as many buttons as fit, and returns their number.
  private func sendBatch(
    _ cases: ArraySlice<CheckCase>, in scene: CheckScene
  ) throws(WorkerEnd) -> Int {
    let count = encode(Array(cases), in: scene)
    sent = (cases.startIndex, Array(cases.prefix(count)))
    try send(encoder.frame)
    return count
  }

  @discardableResult
  private func encode(_ cases: [CheckCase], in scene: CheckScene) -> Int {
    sequence += 1
    sceneRemark = scene.remark
    encoder.begin(
      sequence: sequence,
      BatchHeader(commitSequence: UInt64(sequence), revision: 1, nowMilliseconds: scene.now))
    var sets: [Traits] = []
    var masks: [UInt16] = []
    orders.removeAll()
    for button in cases {
      var mask: UInt16 = 0
      let more = button.traits.filter { !sets.contains($0) }
      guard sets.count + more.count <= ChannelLimits.traitSets else { break }
      sets += more
      let bits = button.traits.compactMap { sets.firstIndex(of: $0) }
      for bit in bits { mask |= 1 << UInt16(bit) }
      masks.append(mask)
      orders.append(bits.map { (mask & (1 << UInt16($0) - 1)).nonzeroBitCount })
    }
    for traits in sets { encoder.add(BatchTraits(traits, tint: traits.tint.resolved(for: traits))) }
    addKeys(of: scene)
    for (index, mask) in masks.enumerated() {
      let button = cases[index]
      let item = BatchItem(
        handle: UInt64(index + 1), state: button.state, isBusy: button.isBusy,
        isHovered: button.isHovered, role: button.role, style: button.style,
        handler: button.handler, traitMask: mask)
      let fits = encoder.add(
        item, id: button.id, parameters: button.parameters, configuration: button.configuration)
      guard fits else {
        precondition(index > 0, "one button fits a frame")
        break
      }
    }
    encoder.finish()
    return encoder.itemCount
  }

  private func addKeys(of scene: CheckScene) {
    for token in CheckScene.theme { add(token.name, token.value) }
    for name in namesByID where scene.keys[name] == nil && ReadName.isState(name) {
      add(name, nil)
    }
    for (name, value) in scene.keys { add(name, value) }
  }

  /// Sends a key's value, unless the worker has it.
  private func add(_ name: UTF8String, _ value: StateValue?) {
    if let known = names[name] {
      guard known.value != value else { return }
      names[name] = (known.id, value)
      _ = encoder.add(key: known.id, name: nil, value: value)
    } else {
      namesByID.append(name)
      let id = UInt32(namesByID.count)
      names[name] = (id, value)
      _ = encoder.add(key: id, name: name, value: value)
    }
  }

  private func send(_ fill: (inout FrameBuffer) -> Void) throws(WorkerEnd) {
    var buffer = FrameBuffer()
    fill(&buffer)
    try send(buffer.bytes)
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws(WorkerEnd) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(child.channel.writer, part.baseAddress, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        guard child.waitForChannel(writing: true, deadline) else { throw timeOut() }
        guard try receive() else { throw end() }
      } else {
        throw end()
      }
    }
  }

  // MARK: Receiving

  /// The next frame of a type; handles unsolicited frames in between.
  private func next(_ type: FrameType, sequence: UInt32) throws(WorkerEnd) -> [UInt8] {
    while let frame = try nextFrame() {
      if frame.type == type, frame.sequence == sequence { return frame.payload }
      try take(frame)
    }
    throw end()
  }

  private func take(_ frame: ReceivedFrame) throws(WorkerEnd) {
    switch frame.type {
    case .note:
      let note = try read(frame.payload, NoteFrame.init(payload:))
      if note.kind == .memory {
        memory = Memory(heap: Int64(clamping: note.bits), addresses: Int64(clamping: note.second))
        return
      }
      let index = note.item.map { Int($0) + (sent?.first ?? 0) }
      guard notes.count < CheckWorker.maximumNotes else { return }
      notes.append(Note(frame: note, index: index, place: place(ofItem: note.item)))
    case .log, .update: break
    case .failed:
      let failed = try read(frame.payload, FailedFrame.init(payload:))
      var code: WorkerExitCode?
      if case .code(let number)? = child.wait(WorkerDeadline(milliseconds: 500)) {
        code = WorkerExitCode(rawValue: number)
      }
      // People know the plugin's own files, not the copies.
      let message = failed.printable.replacing("\(plugin.copy.folder)/", with: "")
      throw end(.failed(message, code: code))
    case .load, .batch, .gesture, .stop, .hello, .answer, .gestureAnswer:
      throw end(.broken("a \(frame.type) frame that was not asked for"))
    }
  }

  private struct ReceivedFrame {
    let type: FrameType
    let sequence: UInt32
    let payload: [UInt8]
  }

  /// Nil if the worker has closed the channel.
  private func nextFrame() throws(WorkerEnd) -> ReceivedFrame? {
    while true {
      do throws(MalformedFrame) {
        if let frame = try splitter.next() {
          return ReceivedFrame(
            type: frame.header.type, sequence: frame.header.sequence, payload: Array(frame.payload))
        }
      } catch {
        throw broken(error)
      }
      guard child.waitForChannel(writing: false, deadline) else { throw timeOut() }
      guard try receive() else { return nil }
    }
  }

  /// False if no more will arrive.
  private func receive() throws(WorkerEnd) -> Bool {
    let room = splitter.prepare()
    let count = Glibc.read(child.channel.reader, room.baseAddress, room.count)
    if count > 0 { splitter.commit(count) }
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN))
  }

  private func read(_ payload: [UInt8], count: Int) throws(WorkerEnd) -> [CheckAnswer] {
    try read(payload) { bytes throws(MalformedFrame) in try decoder.decode(bytes) }
    guard decoder.items.count == count,
      decoder.items.enumerated().allSatisfy({ $0.element.handle == UInt64($0.offset + 1) })
    else { throw end(.broken("an answer to something else than was asked")) }
    var answers: [CheckAnswer] = []
    for (item, order) in zip(decoder.items, orders) {
      let keys = decoder.keys[item.keys].map { key in
        if let index = key.newIndex { return decoder.newNames[index].string }
        let id = Int(key.rawValue)
        return id >= 1 && id <= namesByID.count ? namesByID[id - 1].string : "#\(id)"
      }
      var passes = Array(decoder.passes[item.passes])
      if passes.count > 1 {
        guard order.allSatisfy({ $0 < passes.count }) else {
          throw end(.broken("fewer looks than were asked for"))
        }
        passes = order.map { passes[$0] }
      }
      answers.append(
        CheckAnswer(
          status: item.status, isCrowdedOut: item.isCrowdedOut,
          message: item.message.isEmpty ? "" : Excerpt(item.message.bytes, atMost: 400).description,
          readsTraits: item.readsTraits, reads: keys.sorted(), passes: passes,
          microseconds: item.microseconds))
    }
    return answers
  }

  private func read<Value>(
    _ payload: [UInt8], _ body: (UnsafeRawBufferPointer) throws(MalformedFrame) -> Value
  ) throws(WorkerEnd) -> Value {
    let result = payload.withUnsafeBytes { bytes in
      Result { () throws(MalformedFrame) in try body(bytes) }
    }
    do throws(MalformedFrame) { return try result.get() } catch { throw broken(error) }
  }

  // MARK: Ending

  private func timeOut() -> WorkerEnd { end(.timedOut) }

  private func broken(_ fault: MalformedFrame) -> WorkerEnd { end(.broken(fault.description)) }

  /// Kills the worker unless it is gone, and reports what became of it.
  private func end(_ cause: WorkerEnd.Cause? = nil) -> WorkerEnd {
    let exit = cause == nil ? child.wait(WorkerDeadline(milliseconds: 500)) : nil
    child.kill()
    let final = exit ?? child.wait(WorkerDeadline(milliseconds: 2_000)) ?? .code(-1)
    let status = child.channel.status
    var item: UInt32?
    if let status, status.isAtWork, status.sequence == sequence { item = status.itemIndex }
    var end = WorkerEnd(
      cause: cause ?? status?.trappedCall.map { .trapped($0) } ?? .exited(final))
    end.place = place(ofItem: item) ?? (sent == nil ? nil : place(ofItem: 0))
    if let sent, !isPressing { end.index = Int(item ?? 0) + sent.first }
    if let circumstances { end.place = end.place ?? CheckPlace(inputs: circumstances) }
    end.output = child.printedText
    return end
  }

  private func place(ofItem item: UInt32?) -> CheckPlace? {
    guard let item, let sent, item < sent.cases.count else { return nil }
    var place = sent.cases[Int(item)].place(in: plugin)
    let words = [place.inputs, sceneRemark, isPressing ? "during a press" : nil, circumstances]
      .compactMap(\.self)
    place.inputs = words.isEmpty ? nil : words.joined(separator: ", ")
    return place
  }
}

extension ReadName {
  fileprivate static func isState(_ name: UTF8String) -> Bool {
    name.bytes.withUnsafeBytes { stateKey($0) != nil }
  }
}

@available(*, unavailable)
extension CheckWorker: Sendable {}
