import ButtonModel
import ButtonRender
import Glibc

/// The picture of all looks of a plugin under development, drawn again whenever one changes.
struct LookPicture {
  /// The page to open in a browser once; nil if the author has named a file.
  let page: String?
  private let file: PictureFile
  private let layout: ToolLayout

  /// A picture with its page in a folder.
  init(in folder: String, _ layout: ToolLayout) throws(ToolError) {
    self.layout = layout
    file = try PictureFile("\(folder)/looks.svg")
    page = "\(folder)/looks.html"
    // A page from a file may not watch the file: it can only reload.
    let text = """
      <!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>looks</title>
      <style>body { margin: 0 }</style><img src="looks.svg" alt="all looks of the plugin">

      """
    try PictureFile.write(text, to: "\(folder)/looks.html")
  }

  /// A picture in a file that the author names.
  init(file path: String, _ layout: ToolLayout) throws(ToolError) {
    self.layout = layout
    file = try PictureFile(path)
    page = nil
  }

  var path: String { page ?? file.path }

  func draw(_ looks: [ShownLook]) throws(ToolError) {
    var sheet = LookSheet(title: "", columns: ShownState.allCases.map(\.rawValue), panels: [])
    for style in UserInterfaceStyle.allCases {
      let shown = looks.filter { $0.userInterfaceStyle == style }
      var panel = LookSheet.Panel(display: Display(style), rows: [])
      for look in shown where look.button.state == .normal {
        let row = shown.filter { $0.button.row == look.button.row }
        let isTroubled = row.contains { $0.trouble != nil }
        let label = look.button.row.label
        panel.rows.append(
          LookSheet.Row(
            label: isTroubled ? "! \(label)" : label,
            looks: ShownState.allCases.map { state in
              row.first { $0.button.state == state }.map { Appearance(members: $0.appearance) }
            }))
      }
      sheet.panels.append(panel)
    }
    try file.replace(with: sheet, in: layout)
  }
}
