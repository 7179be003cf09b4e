import ButtonModel
import ButtonProtocol
import ButtonResolver
import PluginChannel
import PluginHost

struct ContrastItem: CheckItem {
  let id = "contrast"
  let title = "titles can be read on their background"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    var resolver = Resolver()
    var findings: [CheckFinding] = []
    var looked = 0
    for (button, answer) in zip(survey.cases, survey.answers) {
      guard let style = button.style, answer.isLook else { continue }
      for (index, traits) in button.traits.enumerated() where traits.contrast == .normal {
        guard let pass = answer.pass(index),
          !button.state.contains(.disabled) || ContrastItem.colors(pass.properties)
        else { continue }
        looked += 1
        let look = resolver.resolveAppearance(
          ResolverInput(
            base: survey.plugin.manifest.styles[style].base,
            isBare: survey.plugin.manifest.styles[style].isBare,
            configuration: button.configuration,
            pluginProperties: pass.properties, state: button.state, isBusy: button.isBusy,
            role: button.role),
          traits: ResolvedTraits(traits))
        if let finding = finding(look, button, index, survey) { findings.append(finding) }
      }
    }
    guard looked > 0 else { throw .skip("no style made a look") }
    context.detail = "\(looked) looks"
    return findings
  }

  /// A style colours a button itself. WCAG 2.2 (1.4.3) exempts disabled buttons, and the base's
  /// gray is dim on purpose; half of it on a colour that it was not made for is unreadable.
  private static func colors(_ properties: PropertyList) -> Bool {
    [.foregroundColor, .titleColor, .titleColorTransformer, .backgroundColor, .opacity]
      .contains { properties[$0] != nil }
  }

  private func finding(
    _ look: Appearance, _ button: CheckCase, _ traits: Int, _ survey: Survey
  ) -> CheckFinding? {
    let isDark = button.traits[traits].userInterfaceStyle == .dark
    let backdrop = ResolvedColor(rgba: isDark ? 0x0000_00FF : 0xFFFF_FFFF)
    let ratio = look.titleContrastRatio(on: backdrop)
    guard ratio < look.minimumTitleContrast else { return nil }
    let shown = (ratio * 100).rounded(.down) / 100
    return CheckFinding(
      .warning,
      "the title's contrast is \(shown):1; \(look.minimumTitleContrast):1 is needed "
        + "(\(Color.hex(look.titleColor)) on \(Color.hex(look.backgroundColor))"
        + (look.progress == nil ? ")" : ", filled with \(Color.hex(look.progressColor)))"),
      at: button.place(in: survey.plugin, traits: traits),
      remedy: "set foregroundColor, which holds in every state, to a darker or lighter colour, or "
        + "make the text larger (24 points, or 19 in bold)")
  }
}
