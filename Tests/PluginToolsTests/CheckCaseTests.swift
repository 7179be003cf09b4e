import ButtonModel
import JSONRPC
import PluginChannel
import PluginHost
import TestSupport
import Testing

@testable import PluginTools

/// What a check asks plugins for.
@Suite(.serialized, .blocking) struct CheckCaseTests {
  private func manifest(_ parameters: String) throws -> Manifest {
    let text = CheckedFolder.manifest(
      styles: #"[{"name": "look", "parameters": {\#(parameters)}}]"#)
    return try Manifest(Array(text.utf8), file: "plugin.json", parser: JSONParser())
  }

  @Test(arguments: [(-1e308, 1e308), (1e200, nil), (nil, -1e200), (nil, nil), (2, 3)])
  func aRandomNumberIsInItsRange(minimum: Double?, maximum: Double?) throws {
    let ends = [("minimum", minimum), ("maximum", maximum)].compactMap { name, end in
      end.map { #", "\#(name)": \#($0)"# }
    }
    let cases = RandomCases(
      try manifest(#""n": {"type": "number"\#(ends.joined())}"#), stateNames: [], seed: 1)
    for number in 0..<100 {
      for case .double(let value) in cases.button(number).parameters.map(\.value) {
        #expect(value >= minimum ?? value && value <= maximum ?? value, "\(value)")
      }
    }
  }

  @Test func theLongestTextsOfAllParametersFitAFrame() throws {
    let texts = (1...70).map { #""t\#($0)": {"type": "string"}"# }.joined(separator: ", ")
    let buttons = ExtremeCases(try manifest(texts), stateNames: []).buttons
    for button in buttons {
      let bytes = button.parameters.reduce(0) { sum, parameter in
        if case .string(let text) = parameter.value { sum + text.bytes.count } else { sum }
      }
      #expect(bytes < ChannelLimits.payloadBytes / 2)
    }
  }

  @Test func looksThatFillAFrameAreNoTrouble() throws {
    let folder = try CheckedFolder(
      """
      static char text[4001];
      memset(text, 'a', 4000);
      set_text(request, "title", text);
      set_text(request, "subtitle", text);
      set_text(request, "image", text);
      get(request, "env.userInterfaceStyle", &value);
      """)
    let report = try folder.check(only: ["answers"])
    #expect(report["answers"]?.status == .success, "\(report["answers"]?.findings ?? [])")
  }

  @Test func aTitleThatCannotBeReadUnderAPointerIsFound() throws {
    let folder = try CheckedFolder(
      """
      if (is_true(request, "button.isHovered")) set_color(request, "titleColor", 0xEEEEEEFFu);
      """)
    let report = try folder.check(only: ["contrast", "states"])
    let finding = try #require(report["contrast"]?.findings.first)
    #expect("\(finding)".contains("hovered"), "\(finding)")
    #expect(report["states"]?.status == .success)
  }
}
