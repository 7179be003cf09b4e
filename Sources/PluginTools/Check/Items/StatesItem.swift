import ButtonModel
import ButtonProtocol
import ButtonResolver
import PluginChannel
import PluginHost

/// People see what a button is doing: no state looks like the normal one.
struct StatesItem: CheckItem {
  let id = "states"
  let title = "every state looks different from the normal one"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    var findings: [CheckFinding] = []
    var looked = 0
    var unselected: [String] = []
    for style in survey.plugin.manifest.styles.indices {
      var normal: Appearance?
      for (button, answer) in zip(survey.cases, survey.answers)
      where button.style == style && answer.isLook && button.traits == CheckCases.displays {
        guard StatesItem.isCompared(button), let pass = answer.pass(0) else { continue }
        guard let (look, mayHide) = StatesItem.look(of: button, pass, survey) else { continue }
        guard let normal else {
          // The first case of a style is the normal one.
          normal = look
          continue
        }
        looked += 1
        guard look == normal else { continue }
        if mayHide {
          unselected.append("'\(survey.plugin.manifest.styles[style].name)'")
          continue
        }
        findings.append(
          CheckFinding(
            .warning, "looks as it does otherwise", at: button.place(in: survey.plugin, traits: 0),
            remedy: StatesItem.remedy(button, isBare: survey.plugin.manifest.styles[style].isBare)))
      }
    }
    guard looked > 0 else { throw .skip("no style made a look") }
    let rest = unselected.joined(separator: ", ")
    context.detail =
      "\(looked) looks"
      + (rest.isEmpty ? "" : "; no selection in \(rest): the style or its base shows none")
    return findings
  }

  /// In a single state, or none. A pointer over a button need not show.
  private static func isCompared(_ button: CheckCase) -> Bool {
    !button.isHovered
      && [.normal, .highlighted, .selected, .disabled, .focused].contains(button.state)
  }

  /// The look without the members that name the state, and whether the state is a selection that
  /// need not be visible; nil for no style's.
  private static func look(
    of button: CheckCase, _ pass: AnswerPass, _ survey: Survey
  ) -> (look: Appearance, mayHide: Bool)? {
    guard let style = button.style else { return nil }
    var resolver = Resolver()
    let base = survey.plugin.manifest.styles[style].base
    let isBare = survey.plugin.manifest.styles[style].isBare
    var look = resolver.resolveAppearance(
      ResolverInput(
        base: base, isBare: isBare, configuration: button.configuration,
        pluginProperties: pass.properties,
        state: button.state, isBusy: button.isBusy, role: button.role),
      traits: ResolvedTraits(Traits()))
    let shows = resolver.value(of: .automaticallyUpdateForSelection)
    // With the base `none` a selection shows only where the style draws it.
    let usually = !isBare && base.updatesForSelection
    let mayHide = button.state == .selected && !(shows.map { $0 == .bool(true) } ?? usually)
    look.isEnabled = true
    look.isSelected = false
    look.isHighlighted = false
    look.isFocused = false
    look.isBusy = false
    return (look, mayHide)
  }

  private static func remedy(_ button: CheckCase, isBare: Bool) -> String {
    switch button.state {
    case .focused where isBare: "read button.isFocused and show it: the base none draws no ring"
    case .normal where isBare: "read button.isBusy and show it: the base none shows no spinner"
    case .focused:
      "leave the outline out while button.isFocused is true: the base draws a ring where nobody sets "
        + "background.strokeWidth"
    case .selected:
      "read button.isSelected and show it, or set automaticallyUpdateForSelection to false"
    case .disabled: "read button.isEnabled and show it"
    case .highlighted: "read button.isHighlighted and show it, by opacity 0.7 for example"
    default: "leave showsActivityIndicator alone: the base shows a spinner while a button is busy"
    }
  }
}
