import ArgumentParser
import ButtonModel

/// A display, by how bright it is: `light` or `dark`.
enum DisplayArgument: String, CaseIterable, ExpressibleByArgument {
  case light, dark

  /// The trait that is meant.
  var style: UserInterfaceStyle { self == .dark ? .dark : .light }
}
