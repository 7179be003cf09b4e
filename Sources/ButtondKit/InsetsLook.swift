/// Space at the four edges, in points, −10,000 to 10,000.
public struct InsetsLook: ~Copyable {
  /// Whose edges.
  enum Edges { case content, background }

  private let call: PluginCall
  private let edges: Edges

  init(call: PluginCall, edges: Edges) {
    self.call = call
    self.edges = edges
  }

  /// Points at the upper edge.
  public var top: Double? {
    get {
      call.property(name("button.contentInsets.top", "button.background.backgroundInsets.top"))
    }
    nonmutating set {
      call.setProperty(
        name("button.contentInsets.top", "button.background.backgroundInsets.top"), newValue)
    }
  }

  /// Points where a line of text begins.
  public var leading: Double? {
    get {
      call.property(
        name("button.contentInsets.leading", "button.background.backgroundInsets.leading"))
    }
    nonmutating set {
      call.setProperty(
        name("button.contentInsets.leading", "button.background.backgroundInsets.leading"), newValue
      )
    }
  }

  /// Points at the lower edge.
  public var bottom: Double? {
    get {
      call.property(
        name("button.contentInsets.bottom", "button.background.backgroundInsets.bottom"))
    }
    nonmutating set {
      call.setProperty(
        name("button.contentInsets.bottom", "button.background.backgroundInsets.bottom"), newValue)
    }
  }

  /// Points where a line of text ends.
  public var trailing: Double? {
    get {
      call.property(
        name("button.contentInsets.trailing", "button.background.backgroundInsets.trailing"))
    }
    nonmutating set {
      call.setProperty(
        name("button.contentInsets.trailing", "button.background.backgroundInsets.trailing"),
        newValue)
    }
  }

  /// Sets all four to the same.
  public func set(_ points: Double) {
    set(top: points, leading: points, bottom: points, trailing: points)
  }

  /// Sets to the same what the definition leaves open.
  public func setDefault(_ points: Double) {
    if top == nil { top = points }
    if leading == nil { leading = points }
    if bottom == nil { bottom = points }
    if trailing == nil { trailing = points }
  }

  /// Sets all four.
  public func set(top: Double, leading: Double, bottom: Double, trailing: Double) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Takes out of sight what the definition says.
  func reset() {
    if top != nil { top = 0 }
    if leading != nil { leading = 0 }
    if bottom != nil { bottom = 0 }
    if trailing != nil { trailing = 0 }
  }

  private func name(_ content: StaticString, _ background: StaticString) -> StaticString {
    switch edges {
    case .content: content
    case .background: background
    }
  }
}
