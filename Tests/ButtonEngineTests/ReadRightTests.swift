import ButtonEngine
import ButtonModel
import ButtonProtocol
import PluginChannel
import Testing

/// What a worker may make its buttons depend on: a plugin that is asked again whenever a key changes
/// knows when and how often it does.
@Suite struct ReadRightTests {
  /// A plugin that may read the shop, with one button whose batch waits for an answer.
  private struct Scene {
    let rig = Rig(plugins: [
      FakePlugin("p", reads: ["state.shop.*"]) { update in
        update.set(title: "\(update.read("shop.a") ?? .null) \(update.theme("a.b") ?? .null)")
      }
    ])
    let client: FakeClient
    var worker: FakeWorker { rig.workers[0] }

    init() throws {
      client = rig.client()
      try rig.set(["secret": .int(0), "shop.a": .int(1)])
      rig.engine.setTheme([(path: "a.b", value: .int(7))])
      try rig.define(.make("a", "p/style"))
      try rig.subscribe(client)
      try rig.settle()
      try rig.set(["shop.a": .int(2)])
      try rig.turn()
    }

    /// Answers the batch that waits: its button has read these names and these numbers.
    func answer(names: [UTF8String] = [], numbers: [UInt32] = []) throws {
      let batch = try #require(worker.batches.first)
      let handle = try #require(worker.waitingHandles.first?.first)
      let commit = try batch.payload.withUnsafeBytes { payload in
        try BatchDecoder(payload: payload).header.commitSequence
      }
      var encoder = AnswerEncoder()
      encoder.begin(sequence: batch.sequence, commitSequence: commit)
      let new = names.compactMap { name in name.bytes.withUnsafeBytes { encoder.addName($0) } }
      var pass = FrameBuffer()
      pass.append(AnswerPass())
      let isAdded = (new + numbers.map(AnswerKey.known)).withUnsafeBufferPointer { keys in
        encoder.add(
          handle: handle, readsTraits: false, keys: keys, passCount: 1, passes: pass.bytes,
          microseconds: 1)
      }
      #expect(isAdded)
      encoder.finish()
      rig.engine.answer(worker.lane, sequence: batch.sequence, payload: encoder.payload)
      try rig.turn()
    }
  }

  @Test(
    arguments: [
      "state.secret", "state.shop", "state.shopping.a", "state.nothing", "quality.secret",
    ])
  func aNameOutsideItsReadsIsAViolation(name: String) throws {
    let scene = try Scene()
    try scene.answer(names: ["state.shop.a", UTF8String(name)])
    #expect(
      scene.rig.violations == ["read \(name), which its manifest's reads do not cover"])
  }

  @Test func aNumberItWasNotToldIsAViolation() throws {
    let scene = try Scene()
    let known = Set(scene.worker.knownKeys.values)
    #expect(Set(scene.worker.knownKeys.keys) == ["state.shop.a", "theme.a.b"])
    let guesses = (0..<200 as Range<UInt32>).filter { !known.contains($0) }
    for guess in guesses { try scene.answer(numbers: [guess]) }
    #expect(scene.rig.violations.count == guesses.count)
    try scene.answer(numbers: Array(known))
    #expect(scene.rig.violations.count == guesses.count)
  }

  @Test func whatItMayReadAndTheThemeAreNoViolation() throws {
    let scene = try Scene()
    try scene.answer(names: ["state.shop.b", "theme.not.there"])
    scene.worker.dropBatch()
    #expect(scene.rig.violations == [])
    _ = scene.worker.takeAsked()
    try scene.rig.set(["shop.b": .int(1)])
    try scene.rig.settle()
    #expect(scene.worker.takeAsked() == [["a"]])
  }

  @Test func aSecretsChangesReachNoWorker() throws {
    let scene = try Scene()
    try scene.answer(names: ["state.secret"])
    scene.worker.crash(scene.rig.engine, now: scene.rig.now)
    scene.worker.start(scene.rig.engine, now: scene.rig.now)
    try scene.rig.settle()
    _ = scene.worker.takeAsked()
    for number in 1...5 {
      try scene.rig.set(["secret": .int(Int64(number))])
      try scene.rig.settle()
    }
    #expect(scene.worker.takeAsked() == [])
    #expect(scene.client.title("a") == "int(2) int(7)")
  }
}
