import ButtonModel
import PluginChannel
import Testing

/// A gesture's event and what became of it come out as they went in, or are refused.
struct ChannelGestureTests {
  private static let scratch = GestureScratch(
    SIMD64((0..<64).map { UInt8($0) }))

  private static let batch: [UInt8] = {
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 1, revision: 2, nowMilliseconds: 3))
    encoder.add(BatchTraits(tint: 1))
    _ = encoder.add(
      BatchItem(handle: 7, style: 0), id: "id", parameters: [], configuration: PropertyList())
    encoder.finish()
    return Array(encoder.payload)
  }()

  /// A gesture frame's payload.
  private func payload(
    _ event: GestureEvent, scratch: GestureScratch = scratch
  ) throws -> [UInt8] {
    var encoder = GestureEncoder()
    let fits = Self.batch.withUnsafeBytes { batch in
      encoder.encode(sequence: 3, handle: 7, event, scratch: scratch, batch: batch)
    }
    try #require(fits)
    let header = try FrameHeader(encoder.frame)
    #expect(header.type == .gesture)
    #expect(header.sequence == 3)
    #expect(header.payloadLength == encoder.payload.count)
    return Array(encoder.payload)
  }

  @Test(arguments: [
    GestureEvent(.began), GestureEvent(.began, location: .init(x: 0, y: 0)),
    GestureEvent(
      .moved, isInside: false, isPressed: true, pointer: .max, location: .init(x: -40.5, y: 1e9),
      width: 300, height: 0.25),
    GestureEvent(.ended, isPressed: true, pointer: 1, width: 80, height: 80),
    GestureEvent(.cancelled, isInside: false),
    GestureEvent(.timer, isPressed: true, location: .init(x: 1, y: 2), width: 80, height: 80),
  ])
  func anEventComesOutAsItWentIn(event: GestureEvent) throws {
    try payload(event).withUnsafeBytes { payload in
      let frame = try GestureFrame(payload: payload)
      #expect(frame.handle == 7)
      #expect(frame.event == event)
      #expect(frame.scratch == Self.scratch)
      #expect(frame.batch.elementsEqual(Self.batch))
    }
  }

  @Test func bytesAreThoseOfTheDocument() throws {
    let event = GestureEvent(
      .moved, isPressed: true, pointer: 0x0102, location: .init(x: 1, y: 2), width: 3, height: 4)
    let bytes = try payload(event)
    #expect(
      bytes[..<16] == [7, 0, 0, 0, 0, 0, 0, 0, 1, 7, 0, 0, 2, 1, 0, 0])
    let numbers: [Double] = [1, 2, 3, 4]
    #expect(
      bytes[16..<48].elementsEqual(
        numbers.flatMap { number in
          (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> ($0 * 8)) }
        }))
    #expect(bytes[48..<112].elementsEqual(0..<64))
    #expect(GestureFrame.headBytes == 112)
    #expect(bytes.count == 112 + Self.batch.count)
  }

  @Test func anEventIsRefusedThatSaysWhatNoneCan() throws {
    let good = try payload(GestureEvent(.began))
    func refuses(_ offset: Int, _ bytes: [UInt8]) -> Bool {
      var spoilt = good
      spoilt.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
      return (try? spoilt.withUnsafeBytes { try GestureFrame(payload: $0).handle }) == nil
    }
    #expect(refuses(8, [5]), "phase")
    #expect(refuses(9, [8]), "flags")
    #expect(refuses(10, [1]), "padding")
    let infinity: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x7F]
    for offset in stride(from: 16, to: 48, by: 8) { #expect(refuses(offset, infinity)) }
    let minusOne: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0xBF]
    #expect(!refuses(16, minusOne))
    #expect(refuses(32, minusOne), "width")
    #expect(refuses(40, minusOne), "height")
  }

  @Test func anEventWithTooLargeABatchIsNotSent() {
    let batch = [UInt8](repeating: 0, count: ChannelLimits.payloadBytes - 111)
    var encoder = GestureEncoder()
    func fits(_ count: Int) -> Bool {
      batch[..<count].withUnsafeBytes { batch in
        encoder.encode(
          sequence: 1, handle: 1, GestureEvent(.began), scratch: GestureScratch(), batch: batch)
      }
    }
    #expect(!fits(batch.count))
    #expect(fits(batch.count - 1))
  }

  private func payload(_ answer: GestureAnswer) throws -> [UInt8] {
    var buffer = FrameBuffer()
    answer.write(sequence: 3, to: &buffer)
    let header = try FrameHeader(buffer.bytes)
    #expect(header.type == .gestureAnswer)
    #expect(header.sequence == 3)
    return Array(buffer.bytes[FrameHeader.byteCount...])
  }

  @Test(arguments: [
    GestureAnswer(handle: 7, isTriggered: false, isPressed: false, scratch: GestureScratch()),
    GestureAnswer(handle: .max, isTriggered: true, isPressed: false, scratch: scratch),
    GestureAnswer(handle: 0, isTriggered: true, isPressed: true, scratch: scratch),
    GestureAnswer(
      handle: 7, isTriggered: false, isPressed: true, timer: 0, scratch: scratch),
    GestureAnswer(
      handle: 7, isTriggered: false, isPressed: false, timer: 10, scratch: scratch),
    GestureAnswer(
      handle: 7, isTriggered: true, isPressed: true, timer: 60_000, scratch: scratch),
    GestureAnswer(handle: 7, failed: -3, ""),
    GestureAnswer(handle: 7, failed: .min, "no gestüre"),
  ])
  func anAnswerComesOutAsItWentIn(answer: GestureAnswer) throws {
    let copy = try payload(answer).withUnsafeBytes { try GestureAnswer(payload: $0) }
    #expect(copy == answer)
  }

  @Test func anAnswerIsRefusedThatContradictsItself() {
    func isAccepted(
      status: Int32, message: String = "", flags: UInt8 = 0, timer: UInt32? = nil
    ) -> Bool {
      var buffer = FrameBuffer()
      buffer.append(UInt64(1))
      buffer.append(status)
      buffer.append(message, length: UInt16.self)
      buffer.append(flags)
      if let timer { buffer.append(timer) }
      for _ in 0..<8 { buffer.append(UInt64(0)) }
      return (try? GestureAnswer(payload: buffer.bytes)) != nil
    }
    #expect(isAccepted(status: 0, flags: 3))
    #expect(!isAccepted(status: 0, flags: 4), "the time is missing")
    #expect(isAccepted(status: 0, flags: 4, timer: 10))
    #expect(isAccepted(status: 0, flags: 7, timer: 0))
    for time: UInt32 in [1, 9, 60_001, .max] {
      #expect(!isAccepted(status: 0, flags: 4, timer: time))
    }
    #expect(!isAccepted(status: 0, flags: 8))
    #expect(!isAccepted(status: -1, flags: 4, timer: 10))
    #expect(!isAccepted(status: 1))
    #expect(!isAccepted(status: 0, message: "?"))
    #expect(isAccepted(status: -1, message: "?"))
    #expect(!isAccepted(status: -1, message: String(repeating: "a", count: 1_025)))
    #expect(!isAccepted(status: -1, flags: 1))
    #expect(!isAccepted(status: -1, flags: 2))
  }
}
