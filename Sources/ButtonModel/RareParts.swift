/// What few definitions say, kept apart so that all others stay small: they have an empty array for it.
struct RareParts: Hashable, Sendable {
  struct Values: Hashable, Sendable {
    var handler: PluginEntry?
    var togglesSelection: UTF8String?
    var repeats: RepeatBehavior?
    var timedActions: [TimedGesture: TimedAction] = [:]
    var rotation: Action?
    var shortcut: KeyboardShortcut?
    var menu: [MenuItem] = []
    var menuSelection: UTF8String?
    var showsMenuAsPrimaryAction = false
    var automaticallyUpdatesConfiguration = true
    var tint: Color?
    var tintAdjustmentMode = TintAdjustmentMode.automatic
  }

  private var kept: [Values] = []

  /// Whether all values are at their defaults.
  var isEmpty: Bool { kept.isEmpty }

  /// The values; those that are all at their defaults are not kept.
  var values: Values {
    get { kept.first ?? Values() }
    set { kept = newValue == Values() ? [] : [newValue] }
  }
}
