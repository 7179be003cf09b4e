import ArgumentParser
import ButtonClient
import ButtonRender
import PluginTools

struct RenderCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw styles in every state, or buttons as they are, on one sheet.",
    discussion: """
      Without --socket, a private daemon with the installed plugins makes the looks; with it, the \
      running daemon does. Buttons are always those of a running daemon.

      The file's suffix chooses the format, .svg or .png. Without -o the SVG goes to standard output, or \
      with --json the looks.

      --bare draws one button without a sheet around it; with --size it fills that many pixels, as it does \
      the key of a keypad: texts shrink until they fit.

      A row whose plugin fails is marked with !, and the reason goes to standard error.

      Examples:
        buttonctl render --style outline/outline -o outline.svg
        buttonctl render --plugin themed --traits light -o themed.png
        buttonctl render --plugins ~/plugins --plugin mine -o mine.svg
        buttonctl render --style filled --traits light,dark+high,light+AX3 -o sizes.svg
        buttonctl render --style filled --states normal,highlighted,disabled --image cart -o f.png
        buttonctl render --button checkout -o checkout.svg
        buttonctl render --button checkout --bare --size 72x72 -o key.png
      """)

  @ParentCommand var program: Buttonctl

  @Option(
    name: .long, help: "A style or handler: plain, outline/outline. May be repeated.",
    completion: LiveCompletion.styles)
  var style: [String] = []

  @Option(
    name: .long, help: "All styles and handlers of a plugin. May be repeated.",
    completion: LiveCompletion.plugins)
  var plugin: [String] = []

  @Option(
    help: "A further folder of plugin folders for the private daemon; may be repeated.",
    completion: .directory)
  var plugins: [String] = []

  @Option(
    name: .long, help: "A button as it looks now, by id or pattern. May be repeated.",
    completion: LiveCompletion.buttons)
  var button: [String] = []

  @Option(help: "The states, separated by commas, or all. (default: all; with --bare, normal)")
  var states: String?

  @Option(
    help: """
      The displays, separated by commas: light or dark, and what else differs behind a +: high for \
      raised contrast, a content size from xS to AX5. (default: light,dark; with --bare, light)
      """)
  var traits: String?

  @Flag(help: "Draw from right to left.")
  var rightToLeft = false

  @Option(help: "The title of the buttons. (default: Button)")
  var title: String?

  @Option(help: "The name of the buttons' image.")
  var image: String?

  @Option(name: [.short, .long], help: "The file, .svg or .png.", completion: .file())
  var output: String?

  @Option(help: "The pixels per point of a .png.")
  var zoom = 2.0

  @Flag(help: "One button alone, without a sheet around it.")
  var bare = false

  @Option(help: "With --bare, the pixels that the button fills: 72x72, sides of 5 to 1024.")
  var size: String?

  func validate() throws {
    let kinds = [style, plugin, button].count { !$0.isEmpty }
    guard kinds <= 1 else {
      throw ValidationError("--style, --plugin and --button exclude one another")
    }
    if !button.isEmpty, states != nil || title != nil || image != nil {
      throw ValidationError(
        "--states, --title and --image are for styles; --button draws a button as it looks now")
    }
    if !plugins.isEmpty, program.socket != nil || !button.isEmpty {
      throw ValidationError("--plugins is for a private daemon: leave out --socket and --button")
    }
    guard zoom > 0, zoom <= 8 else { throw ValidationError("--zoom is more than 0 and at most 8") }
    if let size {
      guard bare else { throw ValidationError("--size needs --bare") }
      guard BareButton.Size(size) != nil else {
        throw ValidationError("--size is two sides of 5 to 1024 pixels, 72x72, not '\(size)'")
      }
    }
    _ = try shownStates()
    _ = try displays()
  }

  func run(_ console: Console) async throws {
    let file = try output.map { try PictureFile($0) }
    let subject: Gallery.Subject =
      if !style.isEmpty { .styles(style) } else if !button.isEmpty { .buttons(button) } else {
        .plugins(plugin)
      }
    let gallery = Gallery(
      subject, states: try shownStates(), displays: try displays(),
      title: title ?? "Button", image: image)
    let progress = ProgressLine()
    let studio = try await GalleryStudio(
      gallery, socket: try socket(), plugins: plugins, patience: program.patience,
      layout: try ToolLayout()
    ) { done, all in progress.show("\(done) of \(all) rows") }
    defer { progress.end() }
    let sheet = try await studio.sheet()
    progress.show("drawing")
    progress.end()
    for trouble in studio.troubles { console.complain(trouble) }
    if console.printsJSON { console.print(JSONDocument { sheet.writeMembers(into: &$0) }) }
    if bare {
      guard let button = BareButton(of: sheet, size: size.flatMap(BareButton.Size.init)) else {
        throw ToolError(
          "--bare draws one look: name one button, or one style in one state, and one display")
      }
      try write(button, file, progress, console)
    } else {
      try write(sheet, file, progress, console)
    }
  }

  private func write(
    _ picture: some DrawnPicture, _ file: PictureFile?, _ progress: ProgressLine,
    _ console: Console
  ) throws {
    if let file {
      progress.show("writing \(file.path)")
      return try file.write(picture, zoom: zoom, in: try ToolLayout())
    }
    if console.printsJSON { return }
    do throws(RenderError) {
      console.print(verbatim: try picture.svg())
    } catch {
      throw ToolError(error.message)
    }
  }

  /// Nil for a private daemon.
  private func socket() throws -> String? {
    if let socket = program.socket { return socket }
    return button.isEmpty ? nil : try SocketPath.standard(nil).text
  }

  private func shownStates() throws -> [ShownState] {
    let states = states ?? (bare ? "normal" : "all")
    if states == "all" { return ShownState.allCases }
    return try states.split(separator: ",").map { name in
      guard let state = ShownState(rawValue: String(name)) else {
        let all = ShownState.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("there is no state '\(name)'; there are \(all), and all")
      }
      return state
    }
  }

  private func displays() throws -> [Display] {
    try (traits ?? (bare ? "light" : "light,dark")).split(separator: ",").map {
      try Display.parsed(String($0), isRightToLeft: rightToLeft)
    }
  }
}
