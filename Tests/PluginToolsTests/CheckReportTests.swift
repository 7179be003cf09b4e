import Glibc
import JSONRPC
import PluginTools
import TestSupport
import Testing

/// What a check's report looks like to programs, and how random inputs are had again.
@Suite(.serialized, .blocking) struct CheckReportTests {
  private func json(_ report: CheckReport, strict: Bool = false) throws -> JSONTree {
    var writer = JSONWriter()
    report.write(into: &writer, strict: strict)
    return try JSONTree(parsing: writer.string)
  }

  @Test func aReportIsOneDocumentWithStableNames() throws {
    let folder = try CheckedFolder(
      """
      set_color(request, "titleColor", 0xFFFFFFFFu);
      set_number(request, "opacity", is_true(request, "button.isSelected") ? -2 : 1);
      """)
    let report = try folder.check(only: ["range", "contrast"], seed: 77)
    let tree = try json(report)
    #expect(tree["plugin"]?["id"] == .string("org.example.checked"))
    #expect(tree["plugin"]?["version"] == .string("1.0"))
    #expect(tree["plugin"]?["folder"] == .string(folder.path))
    #expect(tree["seed"] == .string("77"))
    #expect(tree["passed"] == .bool(false))
    #expect(tree["strict"] == .bool(false))
    #expect(tree["counts"]?["failed"] == .int(1))
    #expect(tree["counts"]?["warning"] == .int(1))
    let items = try #require(tree["items"]?.elements)
    #expect(items.map { $0["id"] } == [.string("range"), .string("contrast")])
    #expect(items[0]["status"] == .string("failed"))
    let finding = try #require(items[0]["findings"]?.elements.first)
    #expect(finding["status"] == .string("failed"))
    #expect(finding["style"] == .string("look"))
    #expect(finding["state"] == .string("selected"))
    #expect(finding["message"]?.string?.contains("sets opacity to -2.0") == true)
    #expect(finding["remedy"]?.string?.isEmpty == false)
    #expect(items[1]["findingsOmitted"] != nil)
    let dark = try #require(items[1]["findings"]?.elements.first)
    #expect(dark["traits"] == .string("light"))
  }

  @Test func warningsCountWhereTheCheckIsStrict() throws {
    let folder = try CheckedFolder("set_color(request, \"titleColor\", 0xFFFFFFFFu);")
    let report = try folder.check(only: ["contrast"])
    #expect(try json(report)["passed"] == .bool(true))
    #expect(try json(report, strict: true)["passed"] == .bool(false))
  }

  @Test func theSameSeedFindsTheSameAndItsCaseAloneAgain() throws {
    let folder = try CheckedFolder(
      """
      get(request, "button.id", &value);
      if (value.type == BTN_T_STRING && memchr(value.as.s, 0, value.len) != NULL) abort();
      """)
    func message(_ report: CheckReport) -> String {
      report["fuzz"]?.findings.first?.message ?? "nothing"
    }
    let first = try folder.check(only: ["fuzz"], seed: 5)
    let other = try folder.check(only: ["fuzz"], seed: 6)
    #expect(message(first) != message(other))
    let text = try #require(message(first).split(separator: "--reproduce 5:").last)
    let number = try #require(Int(String(text)))
    let alone = try folder.check(only: ["fuzz"], seed: 5, case: number)
    #expect(message(alone) == message(first))
    #expect(alone["fuzz"]?.findings.first?.place == first["fuzz"]?.findings.first?.place)
    let harmless = try folder.check(only: ["fuzz"], seed: 5, case: 1_000_001)
    #expect(harmless["fuzz"]?.detail?.hasPrefix("case 1000001 of seed 5") == true)
  }

  @Test func theProgramEndsWithWhatItFound() throws {
    let bad = try CheckedFolder("set_number(request, \"opacity\", 3);")
    let good = try CheckedFolder()
    func run(_ arguments: String...) throws -> (end: ProcessEnd, output: String, error: String) {
      try Program.run(
        Products.path("buttonctl"), ["plugin", "check"] + arguments)
    }
    let passing = try run(good.path, "--only", "range", "--only", "contrast", "--strict")
    #expect(passing.end == .exited(0), "\(passing.output)\(passing.error)")
    #expect(passing.output.contains("success  range"))
    let failing = try run(bad.path, "--only", "range")
    #expect(failing.end == .exited(1))
    #expect(failing.output.contains("failed   range            style 'look', normal: sets opacity"))
    let document = try run(bad.path, "--only", "range", "--json")
    #expect(document.end == .exited(1))
    #expect(try JSONTree(parsing: document.output)["items"]?.elements.count == 1)
    #expect(try run(good.path, "--only", "nonsense").end == .exited(64))
    #expect(try run(good.path, "--reproduce", "x:1").end == .exited(64))
    #expect(try run(good.path, "--reproduce", "1", "--seed", "2").end == .exited(64))
    let empty = TemporaryFolder()
    let nowhere = try run(empty.path)
    #expect(nowhere.end == .exited(1))
    #expect(nowhere.error.contains("plugin.json is missing; give a plugin's folder"))
    #expect(nowhere.output == "")
    let unbuilt = try CheckedFolder()
    for name in try Folder.names(in: unbuilt.path) where name.hasSuffix(".so") {
      unlink("\(unbuilt.path)/\(name)")
    }
    let text = try run(unbuilt.path)
    #expect(text.output.contains("the library is not built\n"), "\(text.output)")
    #expect(text.output.contains("→ run make\n"))
    #expect(text.output.contains("skipped  19 items: the library is not built\n"))
    let again = try run(good.path, "--reproduce", "9:3")
    #expect(again.output.contains("case 3 of seed 9"), "\(again.output)")
  }
}
