package import ButtonModel

extension Appearance {
  /// The look that a client received: flat names with scalar values, those at their default left out.
  ///
  /// Unknown names and values of the wrong type are skipped.
  package init(members: [String: StateValue]) {
    self.init()
    for (name, value) in members {
      var name = name
      guard let key = name.withUTF8({ AppearanceKey(name: UnsafeRawBufferPointer($0)) }) else {
        continue
      }
      if key == .titleRuns, case .json(let json) = value {
        titleRuns = Appearance.runs(json)
      } else {
        key.member.set(&self, value)
      }
    }
  }

  /// The runs of a title; none where they are not ones that a daemon sends.
  private static func runs(_ json: UTF8String) -> [TitleRun] {
    ((try? TextRun.runs(json)) ?? []).map { run in
      var color: UInt32 = 0xFF
      if case .rgba(let rgba)? = run.color { color = rgba }
      return TitleRun(
        text: run.text, color: color, fontWeight: run.fontWeight ?? .regular, italic: run.italic,
        underline: run.underline, strikethrough: run.strikethrough, link: run.link)
    }
  }
}
