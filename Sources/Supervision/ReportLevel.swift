/// How much a line about a supervised process matters.
package enum ReportLevel: String, Hashable, Sendable, CaseIterable {
  case debug, info, warning, error
}
