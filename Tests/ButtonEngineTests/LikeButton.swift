import ButtonEngine
import ButtonModel
import ButtonProtocol
import Testing

/// A rig with a button to press.
extension Rig {
  /// A like button that counts, shown to the first client.
  static func withLikeButton(_ settings: EngineSettings = EngineSettings()) throws -> Rig {
    let rig = Rig(settings)
    try rig.set(["likable": .bool(true)])
    try rig.define(.likeButton())
    try rig.subscribe(rig.client(1), Match(ids: ["like"]))
    try rig.settle()
    _ = rig.client(1).take()
    return rig
  }

  /// Whether the first client sees the like button pressed.
  func isLikePressed() throws -> Bool {
    try settle()
    return client(1).looks["like"]?["isHighlighted"]?.bool == true
  }
}

extension ButtonDefinition {
  /// A button whose action counts in `likes` and selects it, while `likable` is true and
  /// neither `working` nor `hiding` is.
  static func likeButton(_ style: String = "filled") -> ButtonDefinition {
    var button = ButtonDefinition.make("like", style, title: "Like", selectedBy: "liked")
    button.isBusy = .bound(key: "working", equals: nil)
    button.isEnabled = .bound(key: "likable", equals: .bool(true))
    button.isHidden = .bound(key: "hiding", equals: nil)
    button.action = Action(
      name: "like",
      operations: [
        ActionOperation(key: "likes", kind: .increment(by: .int(1))),
        ActionOperation(key: "liked", kind: .set(.bool(true))),
      ])
    return button
  }
}
