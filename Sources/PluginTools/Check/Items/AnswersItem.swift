import ButtonModel
import ButtonProtocol
import PluginChannel

/// Every style and handler answers in every state, and primitive styles take presses.
struct AnswersItem: CheckItem {
  let id = "answers"
  let title = "every style and handler answers in every state"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.surveyed()
    if survey.ends.contains(where: \.isTrap) {
      throw .skip("the sandbox ended the worker; see the item sandbox")
    }
    if !survey.ends.isEmpty { return survey.ends.map(\.finding) }
    context.detail = "\(survey.cases.count) buttons"
    return CheckCases(survey.plugin.manifest).entries.compactMap { entry in
      let indices = survey.cases.indices.filter {
        survey.cases[$0].style == entry.style && survey.cases[$0].handler == entry.handler
      }
      return givenUp(indices, survey) ?? speechless(indices, survey)
    } + survey.refusedPresses.map { AnswersItem.finding(of: $0.button, $0.answer, survey) }
  }

  /// A primitive style failed on an ordinary press.
  private static func finding(
    of button: CheckCase, _ answer: GestureAnswer, _ survey: Survey
  ) -> CheckFinding {
    let reason = answer.message.isEmpty ? "" : ": \(answer.message)"
    return CheckFinding(
      .failed, "gives a press up with \(CallStatus.text(answer.status))\(reason)",
      at: button.place(in: survey.plugin),
      remedy:
        "take every event of a press that is under way, and look at what set_timer(), set_pressed() and "
        + "trigger() return")
  }

  /// A style or handler never made a look.
  private func givenUp(_ indices: [Int], _ survey: Survey) -> CheckFinding? {
    guard let first = indices.first, indices.allSatisfy({ !survey.answers[$0].isLook }) else {
      return nil
    }
    var place = survey.cases[first].place(in: survey.plugin)
    place.state = nil
    let answer = survey.answers[first]
    let reason = answer.message.isEmpty ? "" : ": \(answer.message)"
    return CheckFinding(
      .failed, "gives every button up with \(CallStatus.text(answer.status))\(reason)", at: place,
      remedy: AnswersItem.remedy(for: answer.status))
  }

  private static func remedy(for status: Int32) -> String {
    switch status {
    case CallStatus.denied: "see the item undeclared-reads"
    case CallStatus.range, CallStatus.type:
      "see the item range: a value is not one that the property takes"
    default: "make a look of the defaults, so that a button without arguments has one"
    }
  }

  /// A style or handler failed without a message.
  private func speechless(_ indices: [Int], _ survey: Survey) -> CheckFinding? {
    guard
      let index = indices.first(where: {
        !survey.answers[$0].isLook && survey.answers[$0].message.isEmpty
      })
    else { return nil }
    let answer = survey.answers[index]
    return CheckFinding(
      .warning, "gives the button up with \(CallStatus.text(answer.status)) and no reason",
      at: survey.cases[index].place(in: survey.plugin),
      remedy: "call host->fail() with a sentence that says what is missing")
  }
}
