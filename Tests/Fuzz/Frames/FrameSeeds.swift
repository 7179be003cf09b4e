import ButtonModel
import Glibc
import PluginChannel

/// Sound frames to start from, one file for each kind.
enum FrameSeeds {
  /// Writes them into the folder that `BUTTOND_FUZZ_SEEDS` names, if any.
  static func write() {
    guard let folder = getenv("BUTTOND_FUZZ_SEEDS").map({ String(cString: $0) }) else { return }
    var batch = BatchEncoder()
    fill(&batch)
    write(batch.frame, to: "\(folder)/batch")
    var gesture = GestureEncoder()
    _ = gesture.encode(
      sequence: 2, handle: 1,
      GestureEvent(.moved, location: .init(x: 1, y: -2), width: 80, height: 40),
      scratch: GestureScratch(SIMD64(repeating: 7)), batch: batch.payload)
    write(gesture.frame, to: "\(folder)/gesture")
    var answer = AnswerEncoder()
    fill(&answer)
    write(answer.frame, to: "\(folder)/answer")
    var buffer = FrameBuffer()
    LoadFrame(
      libraryPath: "/p/lib.so", pluginID: "org.example.p", version: "1", styles: ["a"],
      handlers: ["h"], reads: ["state.a.*"], conditions: CheckConditions(.scrubsTexts, lives: 3)
    ).write(to: &buffer)
    NoteFrame(.refusedSet, item: 3, status: -4, valueType: 4, name: "title", text: "x")
      .write(to: &buffer)
    HelloFrame(processID: 1, abiMajor: 1, abiMinor: 0, pluginID: "p", version: "1")
      .write(to: &buffer)
    LogFrame(level: .info, message: "hello").write(to: &buffer)
    UpdateFrame(handle: 1).write(to: &buffer)
    GestureAnswer(handle: 1, isTriggered: true, isPressed: true, scratch: GestureScratch())
      .write(sequence: 2, to: &buffer)
    GestureAnswer(handle: 1, failed: -4, "no price").write(sequence: 3, to: &buffer)
    FailedFrame(message: "no").write(to: &buffer)
    StopFrame().write(to: &buffer)
    write(buffer.bytes, to: "\(folder)/others")
  }

  private static var properties: PropertyList {
    let entries: [PropertyList.Entry] = [
      .init(property: .attributedTitle, value: .attributedText(AttributedText(text: "Zahlen €"))),
      .init(property: .titleColor, value: .color(.rgba(0xFF00_00FF))),
      .init(property: .titleColorTransformer, value: .effect(.darker(0.25))),
      .init(property: .titleUnderline, value: .bool(true)),
      .init(property: .titleAlignment, value: .choice(1)),
      .init(property: .titlePadding, value: .number(2.5)),
      .init(property: .subtitle, value: .text("sub")),
      .init(
        property: .baseBackgroundColor,
        value: .color(.dynamic(DynamicColor(light: 1, dark: 2)))),
    ]
    return PropertyList(ascending: entries.sorted { $0.property.rawValue < $1.property.rawValue })
  }

  private static func fill(_ encoder: inout BatchEncoder) {
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 1, revision: 2, nowMilliseconds: 3))
    encoder.add(BatchTraits(tint: 1))
    _ = encoder.add(key: 1, name: "state.a", value: .string("text"))
    _ = encoder.add(key: 2, name: nil, value: .json("[]"))
    _ = encoder.forget(key: 1)
    _ = encoder.add(
      BatchItem(handle: 1, style: 0), id: "id",
      parameters: [Parameter(name: "p", value: .double(1))], configuration: properties)
    encoder.finish()
  }

  private static func fill(_ encoder: inout AnswerEncoder) {
    encoder.begin(sequence: 9, commitSequence: 11)
    var passes = FrameBuffer()
    passes.append(AnswerPass(properties: properties))
    passes.append(
      AnswerPass(
        properties: PropertyList(),
        extras: [Parameter(name: "x-com.example.a", value: .bool(true))]))
    var name = "state.a.b"
    let new = name.withUTF8 { encoder.addName(UnsafeRawBufferPointer($0)) }
    let keys = [AnswerKey.known(5), new ?? .known(0)]
    keys.withUnsafeBufferPointer { keys in
      _ = encoder.add(
        handle: 1, readsTraits: true, keys: keys, passCount: 2, passes: passes.bytes,
        microseconds: 3)
      var message = "no price"
      message.withUTF8 { message in
        encoder.addFailure(
          handle: 2, status: -4, message: UnsafeRawBufferPointer(message), readsTraits: false,
          keys: keys, microseconds: 1)
      }
    }
    encoder.finish()
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to path: String) {
    guard let file = fopen(path, "w") else { return }
    fwrite(bytes.baseAddress, 1, bytes.count, file)
    fclose(file)
  }
}
