package enum ReportLevel: String, Hashable, Sendable, CaseIterable {
  case debug, info, warning, error
}
