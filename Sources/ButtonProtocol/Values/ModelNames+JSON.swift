package import ButtonModel

extension UserInterfaceStyle: WireName {}
extension Contrast: WireName {}
extension ContentSize: WireName {}
extension LayoutDirection: WireName {}
extension ButtonRole: WireName {}
extension TintAdjustmentMode: WireName {}
extension PressPhase: WireName {
  package static var schema: Schema {
    .named("Phase", "Where a press stands.", .choice(allCases.map(\.rawValue)))
  }
}
extension SandboxMode: WireName {}
extension SourceFormat: WireName {}
extension UpdateForm: WireName {}
extension TimedGesture: WireName {}
