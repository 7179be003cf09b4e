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
    return try ManifestConstants(manifest).text(in: language)
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

  @Test func twoKeysThatWouldBeOneConstantAreRefused() throws {
    let manifest = Self.manifest.replacing("state.id", with: "state.shop-stock")
    for language in PluginLanguage.allCases {
      let error = #expect(throws: ToolError.self) { _ = try Self.text(language, manifest) }
      #expect(error?.message.contains("state key shop stock") == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: [
    (#"[{"name": "a-b"}, {"name": "a_b"}]"#, "style a b"),
    (
      #"[{"name": "a", "parameters": {"x-y": {"type": "int"}, "xY": {"type": "int"}}}]"#,
      "style a, parameter x y"
    ),
  ])
  func twoNamesThatWouldBeOneConstantAreRefused(styles: String, says: String) throws {
    let manifest = #"""
      {"schemaVersion": 1, "id": "org.example.shop", "name": "shop", "version": "1",
       "abi": {"major": 1}, "library": "libshop.so", "styles": \#(styles)}
      """#
    for language in PluginLanguage.allCases {
      let error = #expect(throws: ToolError.self) { _ = try Self.text(language, manifest) }
      #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }
  }
}
