/// A system style's colours in one state.
struct SystemStyleRow: Sendable {
  let look: SystemStyleTable.Look
  let state: SystemStyleTable.State
  let background: StyleColor
  let foreground: StyleColor
  let source: StyleSource

  init(
    _ look: SystemStyleTable.Look, _ state: SystemStyleTable.State, _ background: StyleColor,
    _ foreground: StyleColor, _ source: StyleSource
  ) {
    self.look = look
    self.state = state
    self.background = background
    self.foreground = foreground
    self.source = source
  }
}
