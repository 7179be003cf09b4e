package import ButtonClient
import ButtonModel
import ButtonProtocol
package import ButtonRender
import Glibc
import JSONRPC

/// Has a daemon make looks, and puts them on a sheet.
package final class GalleryStudio {
  private let gallery: Gallery
  private let client: ButtonClient
  private let daemon: PrivateDaemon?
  /// What is defined in somebody's daemon is removed even then.
  private let interruption: Interruption?
  /// Why rows do not show what their plugins make of them, each once.
  package private(set) var troubles: [String] = []
  private var defined: [String] = []
  /// Gets the number of rows that are done, and of all rows.
  private let progress: (_ done: Int, _ all: Int) -> Void

  /// Uses a running daemon or, without a socket, a private one with the installed plugins and those
  /// of further folders.
  package init(
    _ gallery: Gallery, socket: String?, plugins: [String], patience: SilenceWatch.Patience,
    layout: @autoclosure () throws(ToolError) -> ToolLayout,
    progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(ToolError) {
    self.gallery = gallery
    self.progress = progress
    if let socket {
      daemon = nil
      interruption = if case .buttons = gallery.subject { nil } else { try Interruption() }
      client = try GalleryStudio.connect(socket, patience)
    } else {
      let daemon = try PrivateDaemon(try layout(), plugins.flatMap { ["--plugins", $0] })
      self.daemon = daemon
      interruption = nil
      client = try GalleryStudio.connect(daemon.socket, patience)
    }
  }

  /// Draws the sheet; what was started or defined for it is gone afterwards.
  package func sheet() async throws(ToolError) -> LookSheet {
    do throws(ClientError) {
      var sheet = try await draw()
      let looks = sheet.panels.flatMap { $0.rows.flatMap { $0.looks.compactMap(\.self) } }
      sheet.images = try await client.images(of: looks)
      await close()
      return sheet
    } catch {
      await close()
      throw ToolError(error)
    }
  }

  private func draw() async throws(ClientError) -> LookSheet {
    guard case .buttons(let ids) = gallery.subject else {
      return try await drawStates(of: try await rows())
    }
    var panels: [LookSheet.Panel] = []
    for display in gallery.displays {
      let records = try await settledLooks(of: ButtonMatch(ids), on: display)
      let byID = Dictionary(records.map { ($0.id, $0) }) { $1 }
      for id in ids where ButtonDefinition.isID(id) && byID[id] == nil {
        throw ClientError(.notFound, "there is no button '\(id)'")
      }
      panels.append(
        LookSheet.Panel(
          display: display,
          rows: records.sorted { $0.id < $1.id }.map { record in
            LookSheet.Row(
              label: label(record.id, [record]), looks: [Appearance(members: record.appearance)],
              loss: record.trouble?.loss)
          }))
    }
    return LookSheet(title: gallery.heading, columns: ["now"], panels: panels)
  }

  private func drawStates(of rows: [GalleryRow]) async throws(ClientError) -> LookSheet {
    let states = gallery.states
    var panels = gallery.displays.map { LookSheet.Panel(display: $0, rows: []) }
    for some in GalleryStudio.batches(of: rows, states) {
      let ids = some.indices.map { row in states.indices.map { "\(prefix).\(row).\($0)" } }
      try await define(Array(some), ids)
      for panel in panels.indices {
        if interruption?.hasCome == true { throw ClientError(.cancelled, "interrupted") }
        progress(
          panels.reduce(0) { $0 + $1.rows.count }, rows.count * panels.count)
        panels[panel].rows += try await looks(of: some, ids, on: panels[panel].display)
      }
      // Removal ends presses.
      _ = try await client.remove(defined)
      defined = []
    }
    return LookSheet(
      title: gallery.heading, columns: states.map(\.rawValue), panels: panels)
  }

  /// The rows in parts that are pressed at once: clients may press a limited number of buttons.
  private static func batches(
    of rows: [GalleryRow], _ states: [ShownState]
  ) -> [ArraySlice<GalleryRow>] {
    let size = max(1, mostPresses / max(1, states.count(where: \.isPressed)))
    return stride(from: 0, to: rows.count, by: size).map {
      rows[$0..<min($0 + size, rows.count)]
    }
  }

  private static let mostPresses = 40

  private func looks(
    of rows: ArraySlice<GalleryRow>, _ ids: [[String]], on display: Display
  ) async throws(ClientError) -> [LookSheet.Row] {
    let records = try await settledLooks(of: ButtonMatch(["\(prefix).*"]), on: display)
    let byID = Dictionary(records.map { ($0.id, $0) }) { $1 }
    return zip(rows, ids).map { row, ids in
      let records = ids.map { byID[$0] }
      return LookSheet.Row(
        label: label(row.label, records),
        looks: records.map { $0.map { Appearance(members: $0.appearance) } })
    }
  }

  private func settledLooks(
    of match: ButtonMatch, on display: Display
  ) async throws(ClientError) -> [ButtonClient.Record] {
    try await client.settledLooks(of: match, traits: GalleryStudio.traits(display))
  }

  /// A row's label, marked if some of its looks are not the plugin's; notes why not.
  private func label(_ label: String, _ records: [ButtonClient.Record?]) -> String {
    let found = records.compactMap { $0?.trouble }.filter { $0.reason != "sourceLost" }
    for trouble in found {
      let text = "\(label): \(trouble.reason): \(trouble.message)"
      if !troubles.contains(text) { troubles.append(text) }
    }
    return found.isEmpty ? label : "! \(label)"
  }

  // MARK: What is shown

  private func rows() async throws(ClientError) -> [GalleryRow] {
    try await waitForPlugins()
    let listing = try await client.send(StylesListRequest())
    func rows(_ isMeant: (StyleListing) -> Bool) -> [GalleryRow] {
      let entries =
        listing.styles.filter(isMeant).map { ($0, false) }
        + listing.handlers.filter(isMeant).map { ($0, true) }
      return entries.flatMap { entry, isHandler in
        let (rows, left) = GalleryRow.all(of: entry, isHandler: isHandler)
        if left > 0 { troubles.append("\(entry.name): \(left) more rows are not drawn") }
        return rows
      }
    }
    switch gallery.subject {
    case .buttons: return []
    case .styles(let names):
      var found: [GalleryRow] = []
      for name in names {
        let of = rows { $0.name == name }
        if of.isEmpty {
          let all = (listing.styles + listing.handlers).map(\.name)
          throw ClientError(
            .notFound,
            "there is no style or handler '\(name)'\(NearestName.advice(name, among: all))")
        }
        found += of
      }
      return found
    case .plugins(let names):
      if names.isEmpty { return rows { _ in true } }
      var found: [GalleryRow] = []
      for name in names {
        let of = rows { $0.plugin == name || $0.name.hasPrefix("\(name)/") }
        if of.isEmpty {
          throw ClientError(
            .notFound,
            "no plugin '\(name)' with a style or handler is installed:"
              + " buttonctl plugins list names those that are; --plugins names a further folder")
        }
        found += of
      }
      return found
    }
  }

  /// Waits until no plugin is starting, ten seconds at most.
  private func waitForPlugins() async throws(ClientError) {
    for _ in 0..<500 {
      let plugins = try await client.send(PluginsListRequest()).listings
      if !plugins.contains(where: { $0.state == "starting" }) { return }
      usleep(20_000)
    }
  }

  /// Defines a button for each place of the sheet, and presses those that are to be shown pressed.
  private func define(_ rows: [GalleryRow], _ ids: [[String]]) async throws(ClientError) {
    for (row, ids) in zip(rows, ids) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.key(.buttons)
      writer.beginArray()
      for (id, state) in zip(ids, gallery.states) { write(row, id, state, &writer) }
      writer.endArray()
      writer.endObject()
      _ = try await client.call("\(ButtonsDefineRequest.method)", JSONDocument(writer))
      defined += ids
    }
    try await client.sync()
    for ids in ids {
      for (id, state) in zip(ids, gallery.states) where state.isPressed {
        do throws(ClientError) {
          try await client.pressBegan(id, untilPublished: true)
        } catch {
          // A button that takes no press is shown as it is then.
          guard error.code == .disabled || error.code == .guarded else { throw error }
        }
      }
    }
    try await client.sync()
  }

  private func write(
    _ row: GalleryRow, _ id: String, _ state: ShownState, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member(.id, id)
    row.writeMembers(into: &writer)
    writer.key("configuration")
    writer.beginObject()
    writer.member("title", gallery.title)
    if let image = gallery.image {
      writer.member("image", image)
      writer.member("imagePadding", 6)
    }
    writer.endObject()
    for flag in state.flags {
      writer.key(flag.name)
      writer.bool(flag.value)
    }
    writer.endObject()
  }

  private var prefix: String { "buttonctl-render-\(getpid())" }

  // MARK: Begin and end

  private func close() async {
    if daemon == nil, !defined.isEmpty { _ = try? await client.remove(defined) }
    client.close()
    daemon?.end()
  }

  private static func connect(
    _ socket: String, _ patience: SilenceWatch.Patience
  ) throws(ToolError) -> ButtonClient {
    do throws(ClientError) {
      return try ButtonClient(path: try SocketPath.standard(socket), silence: patience)
    } catch {
      throw ToolError(error)
    }
  }

  private static func traits(_ display: Display) -> Traits {
    Traits(
      userInterfaceStyle: display.style, contrast: display.contrast,
      contentSize: display.contentSize, layoutDirection: display.direction)
  }
}

@available(*, unavailable)
extension GalleryStudio: Sendable {}

extension ButtonClient {
  fileprivate typealias Record = ButtonLook
}

extension ButtonDefinition {
  fileprivate static func isID(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { isValidID($0) }
  }
}
