import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// Bytes from the other end may be anything; reading them ends in a value or in `MalformedFrame`.
struct ChannelHostileTests {
  private static func batch() -> [UInt8] {
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 1, revision: 2, nowMilliseconds: 3))
    encoder.add(BatchTraits(tint: 1))
    _ = encoder.add(key: 1, name: "state.a", value: .string("text"))
    _ = encoder.add(key: 2, name: nil, value: .json("[]"))
    _ = encoder.add(
      BatchItem(handle: 1, style: 0), id: "id",
      parameters: [Parameter(name: "p", value: .double(1))],
      configuration: Samples.everyKind)
    _ = encoder.add(
      BatchItem(handle: 2, style: 0), id: "tinted", parameters: [], configuration: PropertyList(),
      tints: [5])
    encoder.finish()
    return Array(encoder.payload)
  }

  private static func answer() -> [UInt8] {
    var encoder = AnswerEncoder()
    Samples.answer(&encoder)
    return Array(encoder.payload)
  }

  private static func gesture() -> [UInt8] {
    var encoder = GestureEncoder()
    _ = batch().withUnsafeBytes { batch in
      encoder.encode(
        sequence: 1, handle: 1, GestureEvent(.moved, location: .init(x: 1, y: 2), width: 3),
        scratch: GestureScratch(), batch: batch)
    }
    return Array(encoder.payload)
  }

  private static func gestureAnswer() -> [UInt8] {
    var buffer = FrameBuffer()
    GestureAnswer(handle: 1, failed: -1, "why").write(sequence: 1, to: &buffer)
    return Array(buffer.bytes[FrameHeader.byteCount...])
  }

  private static func readGesture(_ payload: [UInt8]) throws {
    try payload.withUnsafeBytes { bytes in
      let gesture = try GestureFrame(payload: bytes)
      try readBatch(Array(gesture.batch))
    }
  }

  private static func readGestureAnswer(_ payload: [UInt8]) throws {
    _ = try payload.withUnsafeBytes { try GestureAnswer(payload: $0) }
  }

  private static func readBatch(_ payload: [UInt8]) throws {
    try payload.withUnsafeBytes { bytes in
      var decoder = try BatchDecoder(payload: bytes)
      while let key = try decoder.nextKey() { _ = key.value?.stateValue }
      while try decoder.nextItem() != nil {
        for setting in decoder.settings { _ = setting.value.value }
      }
    }
  }

  private static func readAnswer(_ payload: [UInt8]) throws {
    var decoder = AnswerDecoder()
    try payload.withUnsafeBytes { try decoder.decode($0) }
    for item in decoder.items {
      _ = decoder.keys[item.keys]
      _ = decoder.passes[item.passes]
    }
    for key in decoder.keys {
      if let index = key.newIndex { _ = decoder.newNames[index] }
    }
  }

  @Test func anItemHasATintForEachTraitSetOrNone() throws {
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 1, revision: 2, nowMilliseconds: 3))
    encoder.add(BatchTraits(tint: 1))
    _ = encoder.add(
      BatchItem(handle: 1, style: 0), id: "a", parameters: [], configuration: PropertyList(),
      tints: [7])
    encoder.finish()
    let whole = Array(encoder.payload)
    try Self.readBatch(whole)
    // The head has 25 bytes, the trait set 11, the two counts 6; 11 of the item come before.
    let place = 53
    #expect(whole[place] == 1)
    for count in [2, 16, 255] as [UInt8] {
      var other = whole
      other[place] = count
      let payload = other
      #expect(throws: MalformedFrame.self) { try Self.readBatch(payload) }
    }
  }

  /// A whole frame of each kind, and what reads it.
  private static var samples: [([UInt8], ([UInt8]) throws -> Void)] {
    [
      (batch(), readBatch), (answer(), readAnswer), (gesture(), readGesture),
      (gestureAnswer(), readGestureAnswer),
    ]
  }

  @Test func everyTruncatedFrameIsRefused() throws {
    for (whole, read) in Self.samples {
      try read(whole)
      for count in 0..<whole.count {
        #expect(throws: MalformedFrame.self, "cut to \(count)") {
          try read(Array(whole[..<count]))
        }
      }
      #expect(throws: MalformedFrame.self) { try read(whole + [0]) }
    }
  }

  @Test func corruptedFramesNeverDoMoreThanThrow() {
    var random = Seed()
    var (accepted, refused) = (0, 0)
    for (sample, read) in Self.samples {
      for _ in 0..<scaled(20_000, few: 3_000) {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          case 2: bytes.remove(at: index)
          default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
          }
          if bytes.isEmpty { bytes = [0] }
        }
        do {
          try read(bytes)
          accepted += 1
        } catch {
          #expect(error is MalformedFrame)
          refused += 1
        }
      }
    }
    #expect(accepted > 0 && refused > 0)
  }

  @Test func noiseNeverDoesMoreThanThrow() {
    var random = Seed()
    let readers: [([UInt8]) throws -> Void] = [
      Self.readBatch, Self.readAnswer, Self.readGesture, Self.readGestureAnswer,
      { bytes in _ = try bytes.withUnsafeBytes { try LoadFrame(payload: $0) } },
      { bytes in _ = try bytes.withUnsafeBytes { try HelloFrame(payload: $0) } },
      { bytes in _ = try bytes.withUnsafeBytes { try LogFrame(payload: $0) } },
    ]
    var (accepted, refused) = (0, 0)
    for _ in 0..<scaled(5_000, few: 2_000) {
      let count = Int.random(in: 0..<200, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      for read in readers {
        do {
          try read(bytes)
          accepted += 1
        } catch {
          #expect(error is MalformedFrame)
          refused += 1
        }
      }
    }
    #expect(accepted < refused, "noise is hardly ever a frame")
  }
}
