struct SandboxItem: CheckItem {
  let id = "sandbox"
  let title = "no system call that the sandbox refuses"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let survey = try context.surveyed()
    let traps = survey.ends.filter(\.isTrap)
    if traps.isEmpty, !survey.ends.isEmpty {
      throw .skip("the worker ended otherwise; see the item answers")
    }
    return traps.map(\.finding)
  }
}
