import ButtonProtocol

/// What is set is in range, of the right type, UTF-8 and within the limits.
struct RangeItem: CheckItem {
  let id = "range"
  let title = "what is set is in range and UTF-8"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.soundSurvey()
    return Refusals.findings(survey.notes)
  }
}
