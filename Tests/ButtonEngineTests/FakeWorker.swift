import ButtonEngine
import ButtonModel
import ButtonProtocol
import PluginChannel

/// A worker in memory: takes batches as bytes, keeps a replica, and answers as bytes when told to.
final class FakeWorker {
  /// A batch that waits for its answer.
  struct Batch {
    let sequence: UInt32
    let payload: [UInt8]
    let items: Int
  }

  let plugin: FakePlugin
  let lane: LaneID
  private(set) var batches: [Batch] = []
  /// The gestures that were answered.
  var told: [FakeGesture] = []
  /// The gestures that wait for their answers.
  var gestures: [(sequence: UInt32, payload: [UInt8])] = []
  /// The ids of the buttons in every batch since the worker was last asked, in order.
  private(set) var asked: [[String]] = []
  /// Whether the lane is alive.
  private(set) var isReady = false

  private var names: [UInt32: String] = [:]
  private var ids: [String: UInt32] = [:]
  private var values: [UInt32: StateValue] = [:]

  init(_ plugin: FakePlugin, _ lane: LaneID) {
    self.plugin = plugin
    self.lane = lane
  }

  /// The worker says hello.
  func start(_ engine: Engine, now: UInt64) {
    isReady = true
    engine.laneReady(lane)
  }

  /// The worker dies.
  func crash(
    _ engine: Engine, now: UInt64, state: PluginState = .restarting, isHung: Bool = false,
    suspect: UInt64? = nil, poisoned: UInt64? = nil
  ) {
    isReady = false
    batches = []
    gestures = []
    names = [:]
    ids = [:]
    values = [:]
    engine.laneDown(
      lane, status: PluginStatus(state: state), isHung: isHung, suspect: suspect,
      poisoned: poisoned, now: now)
  }

  func receive(_ sequence: UInt32, _ payload: [UInt8], items: Int) {
    precondition(isReady, "a batch was sent to a dead worker")
    batches.append(Batch(sequence: sequence, payload: payload, items: items))
  }

  /// Gestures are kept as they came.
  func receiveGesture(_ sequence: UInt32, _ payload: [UInt8]) {
    precondition(isReady, "a gesture was sent to a dead worker")
    gestures.append((sequence, payload))
  }

  /// The ids of the buttons asked for since the last call, batch by batch.
  func takeAsked() -> [[String]] {
    defer { asked = [] }
    return asked
  }

  /// Forgets the oldest batch, which was answered otherwise.
  func dropBatch() { batches.removeFirst() }

  /// The numbers of the keys that it was told of, by their full names.
  var knownKeys: [String: UInt32] { ids }

  /// The handles of the buttons in the batches that wait.
  var waitingHandles: [[UInt64]] {
    batches.map { batch in
      batch.payload.withUnsafeBytes { payload in
        guard var decoder = try? BatchDecoder(payload: payload) else { return [] }
        while (try? decoder.nextKey()) != nil {}
        var handles: [UInt64] = []
        while let item = try? decoder.nextItem() { handles.append(item.handle) }
        return handles
      }
    }
  }

  /// Answers the oldest batch; false when none waits.
  @discardableResult
  func answer(_ engine: Engine, now: UInt64) throws -> Bool {
    try answer { engine.answer(lane, sequence: $0, payload: $1) }
  }

  /// It runs beside the worker of the lane, which it does not know of.
  func startBeside() { isReady = true }

  /// Hands the answer to the oldest batch to whom it concerns; false when none waits.
  func answer(to respond: (UInt32, UnsafeRawBufferPointer) -> Void) throws -> Bool {
    guard !batches.isEmpty else { return false }
    let batch = batches.removeFirst()
    var encoder = AnswerEncoder()
    try batch.payload.withUnsafeBytes { payload in
      var decoder = try BatchDecoder(payload: payload)
      encoder.begin(
        sequence: batch.sequence, commitSequence: decoder.header.commitSequence)
      while let key = try decoder.nextKey() { learn(key) }
      var handled: [String] = []
      while let item = try decoder.nextItem() {
        handled.append(resolve(item, decoder, &encoder))
      }
      asked.append(handled)
    }
    encoder.finish()
    respond(batch.sequence, encoder.payload)
    return true
  }

  private func learn(_ key: BatchDecoder.Key) {
    if key.isForgotten {
      precondition(values[key.id] == nil, "a key with a value was forgotten")
      guard let name = names.removeValue(forKey: key.id) else {
        preconditionFailure("a key was forgotten that was never named")
      }
      ids[name] = nil
      return
    }
    if let name = key.name, names[key.id] != nil {
      preconditionFailure("the number of \(name) stands for another name")
    }
    if let name = key.name {
      let text = String(decoding: name, as: UTF8.self)
      precondition(
        ["state.", "theme.", "quality."].contains { text.hasPrefix($0) },
        "plugins read keys by their full names")
      names[key.id] = text
      ids[text] = key.id
    }
    precondition(names[key.id] != nil, "a key was sent that was never named")
    values[key.id] = key.value?.stateValue
  }

  private func resolve(
    _ item: BatchItem, _ decoder: borrowing BatchDecoder, _ encoder: inout AnswerEncoder
  ) -> String {
    let id = String(decoding: decoder.id, as: UTF8.self)
    var parameters: [String: StateValue] = [:]
    for argument in decoder.arguments {
      parameters[String(decoding: argument.name, as: UTF8.self)] = argument.value.stateValue
    }
    let configuration = PropertyList(
      decoder.settings.map { .init(property: $0.property, value: $0.value.value) })
    var keys: [AnswerKey] = []
    var passes = FrameBuffer()
    var passCount = 0
    var mask = item.traitMask
    var last: Update?
    repeat {
      let traits = decoder.itemTraits(mask.trailingZeroBitCount).traits
      mask &= mask &- 1
      let update = plugin.run(
        id: id, state: item.state, isBusy: item.isBusy, style: item.style, handler: item.handler,
        parameters: parameters, configuration: configuration, traits: traits
      ) { [values, ids] key in
        key == "button.isHovered" ? .bool(item.isHovered) : ids[key].flatMap { values[$0] }
      }
      for name in update.reads { note(name, &keys, &encoder) }
      last = update
      if update.failure != nil { break }
      passes.append(AnswerPass(properties: update.properties, extras: update.extras))
      passCount += 1
    } while mask != 0 && last?.readsTraits == true
    keys.withUnsafeBufferPointer { keys in
      func fail(_ status: Int32, _ message: UTF8String) {
        message.bytes.withUnsafeBytes { message in
          encoder.addFailure(
            handle: item.handle, status: status, message: message,
            readsTraits: last?.readsTraits == true, keys: keys, microseconds: 1)
        }
      }
      if let message = last?.failure { return fail(-1, UTF8String(message)) }
      let fits = encoder.add(
        handle: item.handle, readsTraits: last?.readsTraits == true, keys: keys,
        passCount: passCount, passes: passes.bytes, microseconds: 1)
      if !fits { fail(-5, AnswerItem.crowdedOut) }
    }
    return id
  }

  private func note(_ name: String, _ keys: inout [AnswerKey], _ encoder: inout AnswerEncoder) {
    // What it may not read a worker refuses to its plugin, without a dependency.
    let mayRead = plugin.descriptor.reads.contains { pattern in
      Array(name.utf8).withUnsafeBytes { ReadPattern(UTF8String(pattern))?.covers($0) == true }
    }
    guard mayRead || name.hasPrefix("theme.") || name == "button.isHovered" else { return }
    if let id = ids[name] {
      if !keys.contains(.known(id)) { keys.append(.known(id)) }
      return
    }
    var full = name
    full.withUTF8 { bytes in
      if let key = encoder.addName(UnsafeRawBufferPointer(bytes)) { keys.append(key) }
    }
  }
}
