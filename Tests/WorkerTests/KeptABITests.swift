import ButtonModel
import PluginChannel
import TestSupport
import Testing

/// What was built against the header of 1.0 loads and answers as it did then: `Tests/Fixtures/abi/1.0` has
/// that header, a plugin, its answers, and every number of the header.
@Suite(.serialized, .blocking) struct KeptABITests {
  private static let kept = Products.source("Tests/Fixtures/abi/1.0")
  private static let today = Products.headers

  private static func text(_ name: String) throws -> String {
    try ProcessFile.text("\(kept)/\(name)")
  }

  /// The plugin, compiled against a header, and what it reads of its folder.
  private static func build(_ headers: String, in folder: TemporaryFolder) throws -> LoadFrame {
    folder.write("systemIndigo", to: "color.txt")
    let library = try Compilation(
      [
        "cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC",
        "-fvisibility=hidden",
      ], [("kept.c", text("kept.c"))], headers: [headers]
    ).file()
    return LoadFrame(
      libraryPath: library, pluginID: "org.example.kept", version: "1.0",
      styles: ["reads", "sets", "refused", "fails", "waits"], handlers: ["after"],
      reads: ["state.shop.*"], resourceFolder: folder.path)
  }

  /// What became of a button, as text.
  private static func lines(_ name: String, _ answer: Answer) throws -> [String] {
    var lines = ["[\(name)]"]
    let item = answer.items[0]
    if item.status != 0 { return lines + ["failed \(item.status): \(item.failure)"] }
    lines.append("reads traits: \(item.readsTraits)")
    lines += answer.reads().map { "read \($0)" }
    // The order in which properties travel is that of one build.
    for pass in answer.decoder.passes[item.passes] {
      lines += pass.properties.entries.map { "\($0.property.row.name) = \(words($0))" }.sorted()
      lines += pass.extras.map { "\($0.name) = \($0.value)" }
    }
    return lines
  }

  private static func words(_ entry: PropertyList.Entry) -> String {
    switch entry.value {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): text.string
    case .choice(let index):
      if case .choice(let names) = entry.property.row.kind { names[Int(index)].string } else { "?" }
    case .color(.rgba(let rgba)): Color.hex(rgba)
    case .color(.named(let name)): "\(name)"
    case .color(let color): "\(color)"
    case .effect(let effect): "\(effect)"
    case .attributedText(let text): "\(text)"
    }
  }

  /// A button that has something of everything to read.
  private static func fill(_ batch: inout BatchEncoder, style: Int, handler: Int? = nil) {
    batch.add(
      BatchTraits(
        userInterfaceStyle: .dark, contrast: .high, contentSize: .xL,
        layoutDirection: .rightToLeft, tint: 0x1234_56FF))
    let keys: [(UTF8String, StateValue?)] = [
      ("state.shop.open", .bool(true)), ("state.shop.stock", .int(7)),
      ("state.shop.price", .double(2.5)), ("state.shop.name", .string("Brot")),
      ("state.shop.list", .json("[1,2]")), ("state.shop.none", .null),
      ("quality.shop.stock", .string("lost")), ("theme.button.radius.default", .double(6)),
    ]
    for (index, (name, value)) in keys.enumerated() {
      _ = batch.add(key: UInt32(index), name: name, value: value)
    }
    batch.addButton(
      BatchItem(
        handle: 42, state: [.highlighted, .selected], isBusy: true, role: .destructive,
        style: style, handler: handler),
      parameters: [Parameter(name: "low", value: .int(3))],
      configuration: [
        (.title, .text("Pay")), (.opacity, .number(0.25)),
        (.baseForegroundColor, .color(.named(.systemGray5))),
      ], traits: [])
  }

  private static func answers(_ worker: WorkerFixture) throws -> String {
    var lines: [String] = []
    for (index, name) in ["reads", "sets", "refused", "fails", "waits"].enumerated() {
      lines += try Self.lines(name, worker.resolve { fill(&$0, style: index) })
    }
    lines += try Self.lines("sets and after", worker.resolve { fill(&$0, style: 1, handler: 0) })
    lines.append("[press]")
    var scratch = GestureScratch()
    for (phase, x) in [(GestureEvent.Phase.began, 4.0), (.moved, 30), (.ended, 4), (.cancelled, 4)]
    {
      let event = GestureEvent(
        phase, location: GestureEvent.Location(x: x, y: 2), width: 20, height: 10)
      let answer = try worker.gesture(event, scratch: scratch) {
        $0.addButton(BatchItem(handle: 42, style: 1))
      }
      scratch = answer.scratch
      lines.append(
        "\(phase) pressed \(answer.isPressed) triggered \(answer.isTriggered) "
          + "scratch \(scratch.bytes[0]) \(scratch.bytes[63])")
    }
    // What the host itself says of a read that it denies is its own affair.
    lines += worker.logs.filter { $0.message == "created" }.map { "log \($0.level): \($0.message)" }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test(arguments: [kept, today])
  func aPluginOfThen(answersAsItDidBuiltAgainst headers: String) throws {
    let folder = TemporaryFolder()
    let worker = try WorkerFixture(try Self.build(headers, in: folder))
    #expect(try worker.hello().abiMinor == 0)
    let found = try Self.answers(worker).split(separator: "\n")
    let wanted = try Self.text("answers.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(found.count == wanted.count, "\(found.joined(separator: "\n"))")
    for (found, wanted) in zip(found, wanted) { #expect(found == wanted) }
  }

  /// What a C expression of each line is by a header, in the form of `layout.txt`.
  private static func layout(_ expressions: [Substring], _ headers: String) throws -> [String] {
    let lines = expressions.map { name in
      name.hasPrefix("BTN_EXT_")
        ? #"printf("%s \"%s\"\n", "\#(name)", \#(name));"#
        : #"printf("%s %lld\n", "\#(name)", (long long)\#(name));"#
    }
    let source = """
      #include <buttond_plugin.h>
      #include <stdio.h>
      int main(void) {
      \(lines.joined(separator: "\n"))
      return 0;
      }
      """
    let program = try Compilation(
      ["cc", "-std=c99", "-Wall", "-Werror"], [("layout.c", source)], headers: [headers]
    ).file()
    let result = try Program.run(program)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func theHeaderHasTheNumbersThatItHad() throws {
    let wanted = try Self.text("layout.txt").split(separator: "\n")
    let names = wanted.map { $0[..<($0.lastIndex(of: " ") ?? $0.endIndex)] }
    let found = try Self.layout(names, Self.today)
    #expect(found.count == wanted.count)
    for (found, wanted) in zip(found, wanted) { #expect(found == wanted) }
    #expect(try Self.layout(names, Self.kept) == wanted.map(String.init))
  }

  @Test func everyConstantAndMemberOfTheKeptHeaderIsCompared() throws {
    let layout = try Self.text("layout.txt")
    let header = try Self.text("buttond_plugin.h")
    let defined = header.matches(of: #/(?m)^\#define (BTN_[A-Z_0-9]+) /#).map { $0.output.1 }
    #expect(defined.count > 30)
    for name in defined where name != "BTN_EXPORT" {
      #expect(layout.contains("\(name) "), "\(name)")
    }
    let functions = header.matches(of: #/\(\*(\w+)\)\(/#).map { $0.output.1 }
    #expect(functions.count == 17)
    for name in functions { #expect(layout.contains(", \(name)) "), "\(name)") }
    for type in header.matches(of: #/(?m)^} (btn_\w+);/#).map({ $0.output.1 }) {
      #expect(layout.contains("sizeof(\(type)) "), "\(type)")
    }
  }
}
