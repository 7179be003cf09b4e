/// What presses must come to, worked out the plain way: one press per button and client, and the
/// rule of 40 points.
struct PressModel {
  /// A client's finger on a button.
  struct Place: Hashable {
    let button: Int
    let client: Int
  }

  /// Sizes as each client draws the button.
  private var sizes: [Place: (width: Double, height: Double)] = [:]
  private var isEnabled: [Bool]
  /// Whether the finger is within the bounds.
  private var presses: [Place: Bool] = [:]
  /// Presses that were completed, by button.
  private(set) var completed: [Int]

  init(buttons: Int) {
    isEnabled = Array(repeating: true, count: buttons)
    completed = Array(repeating: 0, count: buttons)
  }

  /// Whether any client presses a button.
  func isPressed(_ button: Int) -> Bool {
    presses.contains { $0.key.button == button && $0.value }
  }

  /// Whether a button takes presses.
  func isOpen(_ button: Int) -> Bool { isEnabled[button] }

  mutating func report(width: Double, height: Double, at place: Place) {
    sizes[place] = (width, height)
  }

  mutating func enable(_ button: Int, _ value: Bool) {
    isEnabled[button] = value
    if !value { presses = presses.filter { $0.key.button != button } }
  }

  /// The phase that a touch is answered with; nil when it is refused.
  mutating func began(_ place: Place, at point: (x: Double, y: Double)?) -> String? {
    guard isEnabled[place.button] else { return nil }
    let isInside = point.map { contains($0, at: place) } ?? true
    presses[place] = isInside
    return isInside ? "pressing" : "outOfBounds"
  }

  mutating func moved(_ place: Place, to point: (x: Double, y: Double)) -> String {
    guard presses[place] != nil else { return "inactive" }
    let isInside = contains(point, at: place)
    presses[place] = isInside
    return isInside ? "pressing" : "outOfBounds"
  }

  mutating func ended(_ place: Place, at point: (x: Double, y: Double)?) {
    if let point { _ = moved(place, to: point) }
    if presses.removeValue(forKey: place) == true { completed[place.button] += 1 }
  }

  mutating func cancelled(_ place: Place) { presses[place] = nil }

  mutating func left(_ client: Int) {
    presses = presses.filter { $0.key.client != client }
    sizes = sizes.filter { $0.key.client != client }
  }

  private func contains(_ point: (x: Double, y: Double), at place: Place) -> Bool {
    let size = sizes[place] ?? (0, 0)
    return point.x >= -40 && point.x < size.width + 40 && point.y >= -40
      && point.y < size.height + 40
  }
}
