package import ButtonModel

extension UserInterfaceStyle: WireName {}
extension Contrast: WireName {}
extension ContentSize: WireName {}
extension LayoutDirection: WireName {}
extension ButtonRole: WireName {}
extension PressPhase: WireName {}
extension SandboxMode: WireName {}
extension UpdateForm: WireName {}
