/// Values that few definitions set. Kept apart so that all others stay small: an empty array.
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

  var isEmpty: Bool { kept.isEmpty }

  var values: Values {
    get { kept.first ?? Values() }
    set { kept = newValue == Values() ? [] : [newValue] }
  }
}
