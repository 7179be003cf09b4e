import JSONRPC
import PluginHost
import TestSupport
import Testing

@testable import PluginTools

/// What `buttonctl plugin constants` writes of a manifest.
struct ManifestConstantsTests {
  private static let manifest = #"""
    {
      "schemaVersion": 1, "id": "org.example.shop", "name": "shop", "version": "1.2.0",
      "abi": {"major": 1}, "library": "libshop.so",
      "styles": [{"name": "bounds-press", "parameters": {
        "scaleAmount": {"type": "number", "default": 1, "documentation": "How\nlarge */ it is."},
        "low": {"type": "int", "default": -9223372036854775808},
        "display": {"type": "string", "values": ["default", "wide-open", "2x"], "default": "wide-open"},
        "word": {"type": "string", "default": "a \"b\" \\ ??="},
        "ink": {"type": "color", "default": "systemPink"},
        "isBouncy": {"type": "bool", "default": true},
        "size": {"type": "number"}
      }}],
      "handlers": [{"name": "default"}], "reads": ["state.shop.stock", "state.id", "state.cart.*"]
    }
    """#

  private static func text(
    _ language: PluginLanguage, _ manifest: String = manifest
  ) throws -> String {
    let manifest = try Manifest(
      Array(manifest.utf8), file: "plugin.json", parser: JSONParser())
    return ManifestConstants(manifest).text(in: language)
  }

  @Test func inSwiftEachNameAndDefaultIsAConstantOfItsType() throws {
    let text = try Self.text(.swift)
    for line in [
      #"static let id = "org.example.shop""#, #"static let version = "1.2.0""#,
      #"static let shopStock: StaticString = "shop.stock""#,
      #"static let idKey: StaticString = "id""#, "enum BoundsPressStyle {",
      #"static let name = "bounds-press""#, "/// How large * / it is.",
      #"static let scaleAmount = StyleParameter<Double>("scaleAmount", default: 1.0)"#,
      #"static let low = StyleParameter<Int>("low", default: -9223372036854775808)"#,
      "enum Display: String, ReadableValue {", "case `default`", #"case wideOpen = "wide-open""#,
      #"case _2x = "2x""#,
      #"static let display = StyleParameter<Display>("display", default: .wideOpen)"#,
      #"static let word = StyleParameter<String>("word", default: "a \"b\" \\ ??=")"#,
      #"static let ink = StyleParameter<Color>("ink", default: .text("systemPink"))"#,
      #"static let isBouncy = StyleParameter<Bool>("isBouncy", default: true)"#,
      #"static let size = OptionalStyleParameter<Double>("size")"#, "enum DefaultHandler {",
    ] { #expect(text.contains(line), "\(line) is not in\n\(text)") }
    #expect(!text.contains("cart"), "a name with a star is not a key")
  }

  @Test func inCTheyAreMacrosThatCompile() throws {
    let folder = TemporaryFolder()
    folder.write(try Self.text(.c), to: "manifest.h")
    let source = #"""
      #include "manifest.h"
      #include "manifest.h"
      #include <stdio.h>
      int main(void) {
        printf("%s %s %s %s %s\n", PLUGIN_ID, PLUGIN_VERSION, STATE_SHOP_STOCK, STYLE_BOUNDS_PRESS,
               HANDLER_DEFAULT);
        printf("%s %g %lld %s|%s|%s %d %s\n", BOUNDS_PRESS_SCALE_AMOUNT,
               BOUNDS_PRESS_SCALE_AMOUNT_DEFAULT, BOUNDS_PRESS_LOW_DEFAULT,
               BOUNDS_PRESS_DISPLAY_DEFAULT, BOUNDS_PRESS_WORD_DEFAULT, BOUNDS_PRESS_INK_DEFAULT,
               BOUNDS_PRESS_IS_BOUNCY_DEFAULT, BOUNDS_PRESS_SIZE);
        return 0;
      }
      """#
    let program = try Compilation(
      ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"], [("use.c", source)],
      headers: [folder.path]
    ).file()
    let done = try Program.run(program)
    #expect(
      done.output == #"""
        org.example.shop 1.2.0 state.shop.stock style.bounds-press handler.default
        button.parameters.scaleAmount 1 -9223372036854775808 wide-open|a "b" \ ??=|systemPink 1 button.parameters.size

        """#, "\(done.error)")
  }

  @Test(.enabled(if: hasRust, "there is no rustc"))
  func inRustTheyAreConstantsThatCompile() throws {
    let source = #"""
      mod manifest { \#(try Self.text(.rust)) }
      use manifest::*;
      fn main() {
          println!("{} {STYLE_BOUNDS_PRESS} {STATE_SHOP_STOCK} {HANDLER_DEFAULT}", ID.len());
          let (amount, low): (f64, i64) = (BOUNDS_PRESS_SCALE_AMOUNT_DEFAULT, BOUNDS_PRESS_LOW_DEFAULT);
          println!("{amount} {low} {BOUNDS_PRESS_WORD_DEFAULT} {BOUNDS_PRESS_IS_BOUNCY_DEFAULT} {BOUNDS_PRESS_SIZE}");
      }
      """#
    let program = try Compilation(
      ["rustc", "-D", "warnings", "--edition", "2021"], [("use.rs", source)]
    ).file()
    let done = try Program.run(program)
    #expect(
      done.output == #"""
        17 style.bounds-press state.shop.stock handler.default
        1 -9223372036854775808 a "b" \ ??= true button.parameters.size

        """#, "\(done.error)")
  }

  private static let hasRust =
    (try? Program.run("/bin/sh", ["-c", "rustc --version"]))?.end == .exited(0)

  // MARK: Any names and values

  private static let names = [
    "type", "Type", "protocol", "Protocol", "self", "Self", "init", "name", "class", "int", "btn",
    "size", "a-b", "a_b", "aB", "A-B", "3d", "-", "_", "default", "x", "x-default", "color",
    "String", "string", "id", "version", "value", "plugin", "state", "style", "none", "nil", "true",
    "case", "display", "Display",
  ]
  private static let values =
    names + [
      "", " ", "→", "ä", "a b", "\u{202E}x", "\"", "\\", "*/", "\n", "??/", "$x", "`", "1",
    ]

  /// A manifest whose names and values were chosen to be the same constant, or no constant at all.
  private static func difficult(_ seed: inout Seed) throws -> String {
    func quoted(_ text: String) -> String {
      var writer = JSONWriter()
      writer.string(text)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    func parameter(_ seed: inout Seed) -> String {
      let text = values.shuffled(using: &seed).prefix(Int.random(in: 0...9, using: &seed))
      let kinds: [String] = [
        #""bool""#, #""int", "default": 1.0"#, #""number", "default": 3"#, #""int""#,
        #""color", "default": "systemPink""#, #""string", "default": \#(quoted(text.first ?? ""))"#,
        #""string", "values": [\#(text.map(quoted).joined(separator: ", "))]"#
          + (text.isEmpty ? "" : #", "default": \#(quoted(text[0]))"#),
      ]
      return (kinds.randomElement(using: &seed) ?? "")
        + #", "documentation": \#(quoted(values.randomElement(using: &seed) ?? ""))"#
    }
    func entries(_ seed: inout Seed) -> String {
      names.shuffled(using: &seed).prefix(20).map { name in
        let parameters = names.shuffled(using: &seed).prefix(12).map {
          #""\#($0)": {"type": \#(parameter(&seed))}"#
        }
        return #"{"name": "\#(name)", "parameters": {\#(parameters.joined(separator: ", "))}}"#
      }.joined(separator: ", ")
    }
    let reads = ["id", "version", "a-b", "a_b", "self", "shop.1", "type"].map { "\"state.\($0)\"" }
    return #"""
      {"schemaVersion": 1, "id": "org.example.shop", "name": "shop", "version": "1",
       "abi": {"major": 1}, "library": "libshop.so", "styles": [\#(entries(&seed))],
       "handlers": [\#(entries(&seed))], "reads": [\#(reads.joined(separator: ", "))]}
      """#
  }

  /// A compiler that looks at a text, with what the text needs of others before it.
  private static let compilers: [(PluginLanguage, command: [String], name: String, head: String)] =
    [
      (
        .c, ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"],
        "manifest.c",
        "#include <buttond_plugin.h>\n#include <limits.h>\n#include <stdint.h>\n"
      ),
      (
        .rust,
        ["rustc", "-D", "warnings", "--edition", "2021", "--crate-type", "lib", "--emit=metadata"],
        "manifest.rs", ""
      ),
      (
        .swift, ["swiftc", "-typecheck", "-warnings-as-errors"], "manifest.swift",
        """
        protocol ReadableValue {}
        enum Color: ReadableValue { case text(String) }
        extension Int: ReadableValue {}
        extension Bool: ReadableValue {}
        extension Double: ReadableValue {}
        extension String: ReadableValue {}
        struct StyleParameter<Value: ReadableValue> { init(_ name: StaticString, default: Value) {} }
        struct OptionalStyleParameter<Value: ReadableValue> { init(_ name: StaticString) {} }

        """
      ),
    ]

  @Test func constantsCompileWhateverTheNamesAndValuesAre() throws {
    var seed = Seed()
    for _ in 0..<scaled(1) {
      let manifest = try Self.difficult(&seed)
      for (language, command, name, head) in Self.compilers where language != .rust || Self.hasRust
      {
        let text = try Self.text(language, manifest).replacing("import ButtondKit\n", with: "")
        let isInner = language == .rust
        let folder = TemporaryFolder()
        let path = folder.write(isInner ? text : head + text, to: name)
        let options = language == .c ? ["-I", Products.headers] : []
        let out = language == .rust ? ["--out-dir", folder.path] : []
        let done = try Program.run(
          command[0], command.dropFirst() + options + out + [path], by: Deadline(seconds: 200))
        #expect(done.end == .exited(0), "\(done.output)\(done.error)")
      }
    }
  }

  @Test func twoNamesWithTheSameWordsAreTwoConstants() throws {
    let manifest = #"""
      {"schemaVersion": 1, "id": "org.example.shop", "name": "shop", "version": "1",
       "abi": {"major": 1}, "library": "libshop.so", "reads": ["state.a-b", "state.a.b"],
       "styles": [{"name": "a", "parameters": {"x-y": {"type": "int"}, "x_y": {"type": "int"}}}]}
      """#
    let c = try Self.text(.c, manifest)
    #expect(c.contains("#define STATE_A_B \"state.a-b\"\n#define STATE_A_B_2 \"state.a.b\"\n"))
    #expect(c.contains("#define A_X_Y_2 \"button.parameters.x_y\"\n"))
    let swift = try Self.text(.swift, manifest)
    #expect(swift.contains(#"static let aB2: StaticString = "a.b""#))
    #expect(swift.contains(#"static let xY2 = OptionalStyleParameter<Int>("x_y")"#))
  }
}
